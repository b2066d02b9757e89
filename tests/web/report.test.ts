// A report opened from disk: the same views without a server, and nobody's name where that was wished.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessFaults, chromiumPath, newUser, openBrowser } from '../setup/browser.ts';
import { type Project, project } from '../setup/project.ts';

describe.skipIf(chromiumPath === undefined)('report (needs Chromium)', () => {
  let place: Project;
  let browser: Browser;

  beforeAll(async () => {
    place = project();
    place.config(
      '[contestants.zelda]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo yes"]\n' +
        '[contestants.yorick]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo \'</script><script>document.title=1</script>\'"]\n',
    );
    await place.joust(['ask', '-c', 'zelda', '-c', 'yorick', 'Which </noscript> way?']);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    place[Symbol.dispose]();
  });

  async function opened(name: string) {
    const context = await newUser(browser);
    const page = await context.newPage();
    const faults: string[] = [];
    const asked: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(join(place.folder, name)).href);
    return { page, context, faults, asked };
  }

  it('shows everything from the file alone', async () => {
    expect((await place.joust(['export', '--html', 'one.html'])).code).toBe(0);
    const { page, context, faults, asked } = await opened('one.html');
    await page.getByRole('heading', { name: 'Which </noscript> way?' }).waitFor();
    await page.getByText('</script><script>document.title=1</script>').waitFor();
    expect(await page.title()).not.toBe('1');
    expect(await accessFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    expect(asked).toHaveLength(1);
    expect(readFileSync(join(place.folder, 'one.html'), 'utf8')).not.toContain(place.folder);
    await context.close();
  });

  it('names nobody where that was wished', async () => {
    expect((await place.joust(['export', '@last', '--html', 'two.html', '--hide-names'])).code).toBe(0);
    const { page, context, faults } = await opened('two.html');
    await page.getByText('Contestant A').first().waitFor();
    expect(readFileSync(join(place.folder, 'two.html'), 'utf8')).not.toMatch(/zelda|yorick/i);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is told without scripts too', async () => {
    await place.joust(['export', '--html', 'three.html']);
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(pathToFileURL(join(place.folder, 'three.html')).href);
    expect(await page.locator('body').innerText()).toContain('zelda');
    await context.close();
  });

  it('says what is wrong with how it was asked for', async () => {
    const [newest = ''] = (await place.joust(['list', '--json'])).stdout.split('\n');
    const { id } = JSON.parse(newest);
    const both = await place.joust(['export', id, 'folder', '--html', 'four.html']);
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('not both')]);
    const names = await place.joust(['export', 'folder', '--hide-names']);
    expect([names.code, names.stderr]).toEqual([2, expect.stringContaining('--html')]);
    const nothing = await place.joust(['export']);
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('--html FILE')]);
  });
});
