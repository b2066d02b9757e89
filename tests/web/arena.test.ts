// A blind pair by keyboard, in a real browser: before the pick nothing that reached it names anybody.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessFaults, chromiumPath, newUser, openBrowser, openPage } from '../setup/browser.ts';
import { processesOf } from '../setup/processes.ts';
import { type Project, project } from '../setup/project.ts';
import { type Served, serve } from '../setup/served.ts';
import { until } from '../setup/until.ts';

const names = ['zebra', 'gnu', 'scripted', 'stripes-9', 'horns-9', 'z.json', 'g.json'];

describe.skipIf(chromiumPath === undefined)('an arena (needs Chromium)', () => {
  let place: Project;
  let served: Served;
  let browser: Browser;
  const letGo = (name: string) => writeFileSync(join(place.folder, name), '');

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => await browser.close());

  // Each try has a project of its own: what one leaves open or tells of whom, another must not meet.
  beforeEach(async () => {
    place = project();
    const wait = (name: string) => ({
      run: `while [ ! -e ${join(place.folder, name)} ]; do sleep 0.05; done`,
    });
    const long = 'word '.repeat(60);
    const contestant = (name: string, script: object) =>
      `[contestants.${name}]\nagent = "scripted"\nscript = ${JSON.stringify(place.write(`${name[0]}.json`, JSON.stringify({ rate: 20_000, ...script })))}\n`;
    place.config(
      contestant('zebra', { model: 'stripes-9', steps: [{ say: `the first way ${long}` }, wait('go')] }) +
        contestant('gnu', { model: 'horns-9', steps: [{ say: `the second way ${long}` }] }),
    );
    served = await serve(place);
  });
  afterEach(async () => {
    letGo('go');
    for (const context of browser.contexts()) await context.close();
    await served[Symbol.asyncDispose]();
    // Whoever waits for the file would wait for it for a quarter of an hour once it is gone.
    await until(() => processesOf(dirname(place.folder)).length === 0);
    place[Symbol.dispose]();
  });

  const start = async (): Promise<string> => {
    const settings = { contestant: ['zebra', 'gnu'] };
    const asked = { format: 'arena', prompt: 'which way?', cwd: place.folder, settings };
    return (await served.post('/contests', asked)).body.id;
  };

  /** Everything the server sends to it but scripts and styles; the stream as the page's worker would get it. */
  const traffic = (context: BrowserContext): (() => Promise<string>) => {
    const bodies: Promise<string>[] = [];
    context.on('response', (response) => {
      if (/\/api\/(?!events)/.test(response.url())) bodies.push(response.text().catch(() => ''));
    });
    return async () => (await Promise.all(bodies)).join('\n');
  };

  it('is picked by a key while one still writes, and then told without anything moving', async () => {
    const context = await newUser(browser);
    const sent = traffic(context);
    const id = await start();
    const heard: string[] = [];
    const hearing = (async () => {
      for await (const message of served.events(`?watch=${id}`)) {
        heard.push(JSON.stringify(message));
        if (heard.at(-1)?.includes('"contest.closed"')) return;
      }
    })();
    const { page, faults } = await openPage(context, served, `/contests/${id}`);
    await page.getByText('the first way').waitFor();
    await page.getByText('the second way').waitFor();
    expect(await page.getByText('writing').count()).toBeGreaterThan(0);
    const before = [await sent(), await page.content(), ...heard].join('\n');
    expect(before).toContain('the first way');
    for (const name of names) expect(before).not.toContain(name);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessFaults(page)).toEqual([]);
    }
    const box = () => page.locator('.arena-sides').boundingBox();
    const stood = await box();

    await page.keyboard.press('a');
    const reveal = page.getByRole('region', { name: 'Whose answers they were' });
    await reveal.waitFor();
    await page.locator('.arena-name', { hasText: 'zebra' }).waitFor();
    expect(await box()).toEqual(stood);
    letGo('go');
    await reveal.getByText('You picked A.').waitFor();
    await reveal.getByText(/stripes-9/).waitFor();
    expect(await box()).toEqual(stood);
    await reveal.getByText(/^(zebra|gnu) 1 : (zebra|gnu) 0$/).waitFor();
    expect((await served.get('/preferences')).body.preferences).toMatchObject([{ pick: 'a' }]);
    expect(faults).toEqual([]);
    await hearing;
  });

  it('starts on the page of the arena, which lists what is open and counts what was picked', async () => {
    letGo('go');
    const picked = `/contests/${await start()}`;
    await until(async () => (await served.post(`${picked}/pick`, { pick: 'a' })).status === 200);
    await until(async () => (await served.get(picked)).body.state === 'closed');
    const context = await newUser(browser);
    const { page, faults } = await openPage(context, served, '/arena');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('cell', { name: 'zebra' }).waitFor();
    await page.getByLabel(/What should they answer/).fill('first of two\nsecond of two');
    await page.getByLabel(/Contestants/).fill('zebra gnu');
    await page.getByLabel(/A series/).check();
    expect(await accessFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Start a blind pair' }).click();
    await page.getByRole('heading', { name: 'first of two' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    const both = page.getByText('answered');
    await until(async () => (await both.count()) === 2);
    await page.getByRole('button', { name: 'Both bad' }).click();
    await page.getByText('You found both bad.').waitFor();
    await page.getByRole('button', { name: 'Next pair (2 of 2)' }).click();
    await page.getByRole('heading', { name: 'second of two' }).waitFor();
    expect(faults).toEqual([]);
  });
});
