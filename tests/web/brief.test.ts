// A brief in a real browser: its work and scores, and a comment on a line that the next round is played with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { briefPlace, shell } from '../setup/brief-files.ts';
import { accessFaults, chromiumPath, newUser, openBrowser, openPage } from '../setup/browser.ts';
import type { Project } from '../setup/project.ts';
import { type Served, serve } from '../setup/served.ts';

describe.skipIf(chromiumPath === undefined)('a brief (needs Chromium)', () => {
  let place: Project;
  let served: Served;
  let browser: Browser;
  /** What contestants were told. */
  const told = (name: string) => readFileSync(join(place.folder, `${name}.told`), 'utf8');

  beforeAll(async () => {
    place = briefPlace({ 'b/JUDGE_BRIEF.md': 'Is it fit?\n' });
    const made = (name: string) =>
      shell(
        name,
        `cat >${join(place.folder, `${name}.told`)}; mkdir -p out; echo the plan of ${name} >>out/RESULT.md`,
      );
    place.config(made('ann') + made('bob'));
    await place.joust(['brief', 'play', 'b']);
    await place.joust(['brief', 'judge', 'b', '-j', 'scripted/judge']);
    served = await serve(place);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await served[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  });

  it('is played on with what was said of a line', async () => {
    const context = await newUser(browser);
    const { page, faults } = await openPage(context, served, '/briefs');
    await page
      .getByRole('link', { name: /contest/ })
      .filter({ hasText: '/b' })
      .click();
    await page.getByRole('heading', { name: 'b', exact: true }).waitFor();

    await page.locator('.hunk td.code', { hasText: 'the plan of ann' }).first().click();
    await page.getByRole('textbox', { name: 'About line 1 of RESULT.md' }).fill('Say <b>when</b>.');
    await page.getByRole('button', { name: 'Add to the feedback' }).click();
    await page.getByLabel('Everybody is told').fill('Shorter.');
    // What was said is kept.
    await page.reload();
    await page.locator('.own-notes', { hasText: 'Say <b>when</b>.' }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessFaults(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Start round 2 with this feedback' }).click();
    await page.getByText('Round 2 is started').waitFor();
    await page.getByRole('link', { name: 'Round 2' }).waitFor();
    await page.locator('.split td.code.added', { hasText: 'the plan of ann' }).waitFor();
    expect(told('ann')).toMatch(/Shorter[.][\s\S]*`RESULT[.]md`, line 1: Say <b>when<\/b>[.]/);
    expect(told('bob')).toContain('Shorter.');
    expect(told('bob')).not.toContain('<b>');
    expect(await page.getByRole('button', { name: 'Start round 3' }).textContent()).toBe('Start round 3 ');

    await page.getByRole('link', { name: 'Scores' }).click();
    await page.locator('.score-table').getByRole('rowheader', { name: 'scripted/judge' }).first().waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await accessFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('says what it asks for before anything of it is run', async () => {
    place.write(
      'c/brief.yaml',
      'name: c\ncontestants: [{ name: eve, agent: command, command: [touch, run] }, { name: max, agent: command, command: [touch, run] }]\n',
    );
    place.write('c/BRIEF.md', 'Write it.\n');
    const context = await newUser(browser);
    const { page } = await openPage(context, served, `/briefs?folder=${join(place.folder, 'c')}`);
    await page.getByText('It cannot be played').waitFor();
    await page.getByRole('button', { name: 'Play' }).click();
    await page.getByText(`joust brief play ${join(place.folder, 'c')}`).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Play' }).click();
    await page.getByRole('alert').getByText('joust trust').waitFor();
    await context.close();
  });
});
