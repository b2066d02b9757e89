// What a race came to, in a real browser: diffs, checks and the decision are looked at, an entry is applied and taken back.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessFaults, chromiumPath, newUser, openBrowser, openPage } from '../setup/browser.ts';
import { goodSum, half, type RacePlace, racePlace, resultOf, solve, testCheck } from '../setup/race-place.ts';
import { type Served, serve } from '../setup/served.ts';
import { until } from '../setup/until.ts';

const hostile = '<img src=x onerror="document.title = 1">\u202e';

describe.skipIf(chromiumPath === undefined)('what a race came to (needs Chromium)', () => {
  let place: RacePlace;
  let served: Served;
  let browser: Browser;
  let id: string;

  beforeAll(async () => {
    place = racePlace();
    const scripts = {
      ann: solve,
      bob: half,
      cyd: [
        goodSum,
        { edit: 'double.js', content: `export function double(a) {\n  // ${hostile}\n  return a + a;\n}\n` },
        { edit: 'package-lock.json', content: '{}\n' },
        { say: hostile },
      ],
      ref: [{ judge: 'longer' }],
    };
    place.contestants(scripts, '[race.weights]\ndiff = 0.15\n');
    const raced = await place.race(['ann', 'bob', 'cyd'], [...testCheck, '-j', 'ref']);
    expect(resultOf(raced).winner).toBe('cyd');
    served = await serve(place);
    browser = await openBrowser();
    id = (await served.get('/contests')).body.contests[0].id;
  });
  afterAll(async () => {
    await browser.close();
    await served[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  });

  it('shows changes, flips them by keys, and remembers how they were wanted', async () => {
    const context = await newUser(browser);
    const { page, faults } = await openPage(context, served, `/contests/${id}/diffs?who=ann`);
    const file = page.getByRole('region', { name: 'double.js' });
    await file.getByText('return a * 2;').waitFor();
    expect(await file.locator('tr').first().locator('td').getAttribute('colspan')).toBe('4');
    await page.keyboard.press('ArrowLeft');
    await file.getByText('return a + a;').waitFor();
    expect(page.url()).toContain('/diffs?who=cyd');
    // As text, with what cannot be seen made visible.
    expect(await file.getByText('<img src=x onerror=').innerText()).not.toContain('\u202e');
    // Folded, not left out.
    await page.getByRole('button', { name: 'Show package-lock.json' }).click();
    await page.getByText('Who changed what').click();
    await page.getByRole('table').filter({ hasText: 'sum.js' }).first().waitFor();
    await page.getByRole('button', { name: 'Unified' }).click();
    await page.reload();
    await file.locator('td[colspan="3"]').first().waitFor();
    await file.getByRole('link', { name: '@@' }).click();
    await page.locator('.hunk.meant').waitFor();
    expect(page.url()).toContain('file=double.js&hunk=1');
    expect(await page.title()).not.toBe('1');
    await page.getByLabel('against').selectOption('ann');
    await page.getByText('of cyd against ann').waitFor();
    await page.getByRole('link', { name: 'Checks' }).click();
    await page.getByRole('link', { name: 'Log of test on bob' }).click();
    await page.getByText('exit 1').waitFor();
    expect(await accessFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('weighs anew by sliders, and says where the winner turns', async () => {
    const context = await newUser(browser);
    const { page, faults } = await openPage(context, served, `/contests/${id}/result`);
    const order = page.getByRole('region', { name: 'Order' });
    await order.getByText('wins').waitFor();
    const judge = page.getByRole('slider', { name: 'Weight of judge' });
    await page
      .getByText(/and below ann wins/)
      .first()
      .waitFor();
    await judge.focus();
    await page.keyboard.press('Home');
    await order.getByText('ann instead of cyd').waitFor();
    await page.waitForURL(/weights=judge%3D0/);
    await page.reload();
    await order.getByText('ann instead of cyd').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessFaults(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Back to the recorded weights' }).click();
    await order.getByText('ann instead of cyd').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Timeline' }).click();
    const slider = page.getByRole('slider', { name: 'Point of the record' });
    await slider.focus();
    await page.keyboard.press('Home');
    await page.waitForURL(/at=\d+/);
    expect(await page.getByRole('list', { name: 'How everybody stood' }).getByRole('listitem').count()).toBe(
      0,
    );
    expect(faults).toEqual([]);
    await context.close();
  });

  it('looks first, applies, and takes back', async () => {
    const context = await newUser(browser);
    const { page, faults } = await openPage(context, served, `/contests/${id}/result`);
    const read = () => readFileSync(join(place.folder, 'double.js'), 'utf8');
    const before = read();
    await page.getByRole('button', { name: 'Apply…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('double.js').waitFor();
    expect(read()).toBe(before);
    await dialog.getByLabel('Whose').selectOption('ann');
    await dialog.getByText('package-lock.json').waitFor({ state: 'detached' });
    await dialog.getByText('double.js').waitFor();
    expect(await accessFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByText('applied (tree): ann').waitFor();
    expect(read()).toContain('a * 2');
    await page.getByRole('button', { name: 'Undo…' }).click();
    await dialog.getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('taken back: ann').waitFor();
    expect(read()).toBe(before);
    await page.getByText('More').click();
    await page.getByRole('button', { name: 'Say who won' }).click();
    await dialog.getByLabel('Winner').selectOption('ann');
    await dialog.getByLabel('Reason').fill('it is shorter');
    await dialog.getByRole('button', { name: 'Say so' }).click();
    await page.getByText('A person says').waitFor();
    await page.getByText('More').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the report' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`joust-${id}.html`);
    const kept = join(place.outside, 'report.html');
    await download.saveAs(kept);
    await page.goto(pathToFileURL(kept).href);
    await page.getByText('A person says').waitFor();
    for (const tab of ['Decision', 'Diffs', 'Checks', 'Verdicts', 'Timeline', 'Answers']) {
      await page.getByRole('link', { name: tab }).click();
      await page.locator('.tabs a[aria-current]', { hasText: tab }).waitFor();
      await until(async () => (await page.getByText('Reading…').count()) === 0);
      expect(await page.getByRole('alert').allInnerTexts()).toEqual([]);
    }
    expect(await page.getByRole('button', { name: /Apply|Undo|Resume/ }).count()).toBe(0);
    expect(faults).toEqual([]);
    await context.close();
  });
});
