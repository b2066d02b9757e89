// Answers as they are written, in a real browser: panes that follow and pause, filters, keys, and what is the same.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessFaults, chromiumPath, newUser, openBrowser, openPage } from '../setup/browser.ts';
import { processesOf } from '../setup/processes.ts';
import { type Project, project } from '../setup/project.ts';
import { type Served, serve } from '../setup/served.ts';
import { until } from '../setup/until.ts';

describe.skipIf(chromiumPath === undefined)('a contest (needs Chromium)', () => {
  let place: Project;
  let served: Served;
  let browser: Browser;

  /** A step of a script that waits until the test says so. */
  const waitFor = (name: string) => ({
    run: `while [ ! -e ${join(place.folder, name)} ]; do sleep 0.05; done`,
  });
  const letGo = (name: string) => writeFileSync(join(place.folder, name), '');
  const contestant = (name: string, steps: readonly object[]) => {
    const script = place.write(`${name}.json`, JSON.stringify({ rate: 20_000, steps }));
    return `[contestants.${name}]\nagent = "scripted"\nscript = ${JSON.stringify(script)}\n`;
  };

  beforeAll(async () => {
    place = project();
    const lines = Array.from({ length: 300 }, (_, at) => `line ${at} of what ann says`).join('\n');
    place.config(
      [
        contestant('ann', [
          { think: 'pondering aloud' },
          { notice: 'slow down', kind: 'warning' },
          { say: `${lines}\n` },
          waitFor('one'),
          { say: 'said while nobody followed\n\n## Then\n\nwhat is **settled**\n\n' },
          waitFor('two'),
          { say: 'the **last** word' },
        ]),
        contestant('bob', [{ say: 'the same answer\nand more' }]),
        contestant('cat', [{ say: 'the same answer\nand more' }]),
        contestant('eve', [{ fail: 'the wire is cut', outcome: 'refused' }]),
      ].join(''),
    );
    served = await serve(place);
    browser = await openBrowser();
  });
  afterAll(async () => {
    for (const name of ['one', 'two']) letGo(name);
    await browser.close();
    await served[Symbol.asyncDispose]();
    // Whoever waits for the files would wait for them for a quarter of an hour once they are gone.
    await until(() => processesOf(dirname(place.folder)).length === 0);
    place[Symbol.dispose]();
  });

  const start = async (settings: object): Promise<string> =>
    (await served.post('/contests', { format: 'ask', prompt: 'which way?', cwd: place.folder, settings }))
      .body.id;
  const accessible = async (page: Page) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessFaults(page)).toEqual([]);
    }
  };

  it('streams into panes that follow, pause, filter and flip; equal answers collapse', async () => {
    const context = await newUser(browser);
    const id = await start({ contestant: ['ann', 'bob', 'cat', 'eve'] });
    const { page, faults } = await openPage(context, served, `/contests/${id}/answers`);
    const ann = page.locator('.pane[data-who="ann"]');
    const body = ann.locator('.pane-body');
    await ann.getByText('line 299 of what ann says').waitFor();
    await ann.locator('.said.notice', { hasText: 'slow down' }).waitFor();
    const longest = await ann
      .locator('.said')
      .evaluateAll((blocks) => Math.max(...blocks.map((block) => block.textContent?.length ?? 0)));
    expect(longest).toBeLessThanOrEqual(2048);
    expect(await body.evaluate((box) => box.scrollTop)).toBe(0);

    const thought = ann.locator('.said.thought');
    expect(await thought.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Thoughts' }).click();
    expect(await thought.isVisible()).toBe(false);
    expect(page.url()).toContain('hide=thought');

    await body.evaluate((box) => {
      box.scrollTop = -400;
    });
    const follow = ann.getByRole('button', { name: 'Follow' });
    await follow.waitFor();
    letGo('one');
    await until(async () => {
      const { body: said } = await served.get(`/contests/${id}/attempts/ann`);
      return said.text.includes('nobody followed');
    });
    expect(await ann.getByText('nobody followed').count()).toBe(0);
    expect(await body.evaluate((box) => box.scrollTop)).toBe(-400);
    await follow.click();
    await ann.getByText('nobody followed').waitFor();

    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await until(() => page.url().includes('who=bob'));
    await page.keyboard.press('ArrowLeft');
    await until(() => page.url().includes('who=ann'));
    await ann.locator('.live-text .markdown strong', { hasText: 'settled' }).waitFor();
    await ann.getByText('nobody followed').waitFor();
    await accessible(page);

    letGo('two');
    await ann.locator('.markdown strong', { hasText: 'last' }).waitFor();
    await page.locator('.pane[data-who="eve"]').getByText('the wire is cut').waitFor();
    await page.getByRole('button', { name: 'Only differences' }).click();
    await page.getByRole('heading', { name: 'bob, cat' }).waitFor();
    expect(await accessFaults(page)).toEqual([]);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Grid' }).click();
    await ann.locator('.markdown').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('waits for an answer, which is given on the page', async () => {
    const context = await newUser(browser);
    const id = await start({ contestant: ['bob'], confirmTokens: 1 });
    const { page, faults } = await openPage(context, served, `/contests/${id}`);
    const gate = page.getByRole('region', { name: 'A question to you' });
    await gate.waitFor();
    expect(await accessFaults(page)).toEqual([]);
    await gate.getByRole('button', { name: 'yes' }).click();
    await page.locator('.pane[data-who="bob"] .markdown', { hasText: 'the same answer' }).waitFor();
    await page.locator('.contest-facts', { hasText: 'answered' }).waitFor();
    expect(await gate.count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });
});
