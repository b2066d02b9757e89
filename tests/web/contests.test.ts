// The list of contests and one of them, in a real browser.
import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accessFaults, chromiumPath, newUser, openBrowser, openPage } from '../setup/browser.ts';
import { type Project, project } from '../setup/project.ts';
import { type Served, serve } from '../setup/served.ts';

describe.skipIf(chromiumPath === undefined)('contests (needs Chromium)', () => {
  let place: Project;
  let served: Served;
  let browser: Browser;

  // Each try begins with an empty record.
  beforeEach(async () => {
    place = project();
    place.config(
      '[contestants.ann]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo **yes**"]\n' +
        '[contestants.bob]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo no"]\n',
    );
    served = await serve(place);
    browser = await openBrowser();
  });
  afterEach(async () => {
    await browser.close();
    await served[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  });

  it('begins empty, shows a contest of a terminal as it comes, and opens it', async () => {
    const context = await newUser(browser);
    const { page, faults } = await openPage(context, served);
    await page.getByText('No contest yet').waitFor();
    expect(page.url()).not.toContain(served.token);
    await place.joust(['ask', '-c', 'ann', '-c', 'bob', 'Which way?']);
    await page.getByRole('link', { name: /Which way/ }).click();
    await page.getByRole('heading', { name: 'Which way?' }).waitFor();
    await page.locator('.markdown strong', { hasText: 'yes' }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessFaults(page)).toEqual([]);
    }
    expect(faults).toEqual([]);
    await context.close();
  });
});
