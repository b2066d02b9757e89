// What contests of every other format came to, in a real browser: from a record, and with text that is meant to do harm.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessFaults, chromiumPath, newUser, openBrowser, openPage } from '../setup/browser.ts';
import { type OldLedger, oldLedgerFolder } from '../setup/old-ledger.ts';
import { type Project, project } from '../setup/project.ts';
import { madeRepository } from '../setup/repository.ts';
import { type Served, serve } from '../setup/served.ts';

const hostile = '<img src=x onerror=document.title=1><script>document.title=2</script> \u202elet';
const finding = {
  file: 'code.txt',
  line: 1,
  severity: 'high',
  claim: hostile,
  suggestion: '[x](javascript:1)',
};

/** Whatever is asked, it says this. */
function says({ folder, write }: Project, name: string, words: string): string {
  write(`../says/${name}`, `${words}\n`);
  const file = join(folder, '../says', name);
  return `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "cat >/dev/null; cat ${file}"]\n`;
}

describe.skipIf(chromiumPath === undefined)('what contests came to (needs Chromium)', () => {
  let place: Project;
  let served: Served;
  let browser: Browser;
  const from = oldLedgerFolder('0.1.0');
  const old: OldLedger = JSON.parse(readFileSync(join(from, 'contests.json'), 'utf8'));

  beforeAll(async () => {
    place = project({ 'code.txt': 'one\n' });
    mkdirSync(place.home, { recursive: true });
    writeFileSync(join(place.home, 'ledger.db'), gunzipSync(readFileSync(join(from, 'ledger.db.gz'))));
    place.config(
      says(place, 'ann', JSON.stringify({ findings: [finding] })) +
        says(place, 'bob', JSON.stringify({ findings: [] })) +
        says(place, 'eve', hostile) +
        says(place, 'pat', 'no'),
    );
    const { git } = madeRepository(place.folder);
    git('add', '-A');
    git('commit', '-q', '-m', 'base');
    place.write('code.txt', 'two\n');
    await place.joust(['vote', '-c', 'eve', '-c', 'pat', 'why?']);
    await place.joust(['review', '-c', 'ann', '-c', 'bob']);
    served = await serve(place);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await served[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  });

  /** What each shows that no other does. */
  const views: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    async tournament(page) {
      await page.getByRole('group', { name: 'Bracket' }).getByRole('link').first().click();
      const match = page.getByRole('region', { name: 'Match' });
      await match.getByText('simulated: longer').first().waitFor();
      await match.getByText('the first answer, at length').waitFor();
      expect(page.url()).toMatch(/match=\d/);
    },
    async debate(page) {
      await page.getByRole('cell', { name: 'right', exact: true }).waitFor();
      await page.getByText('second answer').waitFor();
    },
    async distill(page) {
      await page.getByText('merged answer').waitFor();
      await page.getByRole('heading', { name: 'Council' }).waitFor();
    },
    async judge(page) {
      await page.getByRole('heading', { name: 'Standing' }).waitFor();
      await page.getByRole('link', { name: /^Reasons for/ }).click();
      await page.getByText('simulated: longer').waitFor();
    },
    async analyze(page) {
      await page.getByText('It names no best one').first().waitFor();
    },
    async 'cross-examine'(page) {
      await page.getByText('asks').first().waitFor();
    },
    async oracle(page) {
      await page.locator('.document').waitFor();
    },
  };

  it('is shown by a view of its own for every format on record', async () => {
    const context = await newUser(browser);
    const { page, faults } = await openPage(context, served);
    for (const [name, look] of Object.entries(views)) {
      const contest = old.contests.find((one) => one.name === name && one.closed);
      await page.goto(`${served.url}/#/contests/${contest?.id}/result`);
      await look(page);
      const colorScheme = name.length % 2 === 0 ? 'dark' : 'light';
      await page.emulateMedia({ colorScheme });
      expect([name, await accessFaults(page)]).toEqual([name, []]);
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows text that is meant to do harm as text', async () => {
    const context = await newUser(browser);
    const { page, faults } = await openPage(context, served);
    const { contests } = (await served.get('/contests?limit=2')).body;
    for (const [at, tab] of [
      [0, 'result'],
      [0, 'timeline'],
      [1, 'result'],
      [1, 'timeline'],
      [1, 'verdicts'],
    ] as const) {
      await page.goto(`${served.url}/#/contests/${contests[at].id}/${tab}`);
      await page.locator('.tabs a[aria-current]').waitFor();
      if (tab === 'result') await page.getByText('<img src=x onerror=').first().waitFor();
      expect(await page.locator('img[src="x"], a[href^="javascript"]').count()).toBe(0);
      expect(await page.locator('main').innerText()).not.toContain('\u202e');
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${served.url}/#/contests/${contests[0].id}/result`);
    await page.getByText('code.txt:1').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await accessFaults(page)).toEqual([]);
    expect(await page.title()).not.toMatch(/^[12]$/);
    expect(faults).toEqual([]);
    await context.close();
  });
});
