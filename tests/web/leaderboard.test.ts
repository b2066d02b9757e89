// The leaderboard in a real browser: what was said of everybody, and picks that are forgotten.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessFaults, chromiumPath, newUser, openBrowser, openPage } from '../setup/browser.ts';
import { type Project, project } from '../setup/project.ts';
import { type Served, serve } from '../setup/served.ts';

const names = ['ann', 'bob', 'cy'];
const everybody = names.flatMap((name) => ['-c', name]);

describe.skipIf(chromiumPath === undefined)('the leaderboard (needs Chromium)', () => {
  let place: Project;
  let served: Served;
  let browser: Browser;

  beforeAll(async () => {
    const rule = { rate: 1000, steps: [{ judge: 'longer' }] };
    place = project({ 'longer.json': JSON.stringify(rule) });
    place.config(
      names
        .map(
          (name) => `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo ${name}"]\n`,
        )
        .join(''),
    );
    served = await serve(place);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await served[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  });

  it('begins empty, ranks what people said, and forgets a pick when asked twice', async () => {
    const context = await newUser(browser);
    const { page, faults } = await openPage(context, served, '/leaderboard');
    await page.getByRole('heading', { name: 'Nothing to rank yet' }).waitFor();
    for (const winner of names) {
      await place.joust(['ask', ...everybody, 'Which way?']);
      await place.joust(['winner', '@last', winner, '--reason', 'it is']);
    }
    await place.joust(['arena', '-c', 'ann', '-c', 'bob', 'Here or there?']);
    await place.joust(['pick', '@last', 'a']);
    const table = page.locator('.rating-table');
    await table.getByRole('rowheader', { name: /ann/ }).waitFor();
    await page.getByText('cannot be told apart').first().waitFor();
    await page.getByText('The cost of nobody is known').waitFor();
    await page.getByText('7 picks of people').waitFor();
    expect(await page.locator('.win-cell', { hasText: '1 won, 0 tied, 1 lost' }).count()).toBeGreaterThan(3);

    await page.getByRole('button', { name: /^Forget/ }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: /^Forget/ }).click();
    await page.getByRole('button', { name: 'Forget it' }).click();
    await page.getByText('6 picks of people').waitFor();
    expect(await page.getByRole('heading', { name: /Picks of people/ }).count()).toBe(0);

    await page.getByRole('combobox', { name: 'source' }).selectOption('people');
    await page.waitForURL(/source=people/);
    await page.getByText('Nothing is known of any judge yet').waitFor();
    await place.joust(['calibrate', 'scripted/./longer.json', '--pairs', '4']);
    await page.getByRole('checkbox', { name: 'with simulated ones' }).check();
    await page
      .locator('.judge-records')
      .getByRole('rowheader', { name: /longer/ })
      .waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessFaults(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(390);
    expect(faults).toEqual([]);
    await context.close();
  });
});
