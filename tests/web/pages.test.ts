// Agents, usage and the oracle: each loads, is readable in both themes and on a phone, and does what its buttons say.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessFaults, chromiumPath, newUser, openBrowser, openPage } from '../setup/browser.ts';
import { type Project, project } from '../setup/project.ts';
import { type Served, serve } from '../setup/served.ts';

describe.skipIf(chromiumPath === undefined)('pages (need Chromium)', () => {
  let place: Project;
  let served: Served;
  let browser: Browser;

  beforeAll(async () => {
    place = project();
    place.config(
      '[contestants.ann]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo **ready**"]\n' +
        '[contestants.sim]\nagent = "scripted"\n',
    );
    await place.joust(['ask', '-c', 'sim', 'Which way?']);
    served = await serve(place);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await served[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  });

  const isReadable = async (page: Page) => {
    expect(await accessFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessFaults(page, ['color-contrast'])).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  };

  it('shows who can play, and asks one for a word', async () => {
    const context = await newUser(browser);
    const { page, faults } = await openPage(context, served, '/agents');
    const ann = page.getByRole('article', { name: 'ann' });
    await ann.getByText('which costs a call').waitFor();
    await ann.getByRole('button', { name: 'Check' }).click();
    await ann.getByText('answers').waitFor();
    await isReadable(page);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('shows what it took, simulated attempts where they are asked for', async () => {
    const context = await newUser(browser);
    const { page, faults } = await openPage(context, served, '/usage');
    await page.getByText(/1 simulated attempt left out/).waitFor();
    await page.getByLabel('count simulated attempts').check();
    const day = page.getByRole('slider', { name: 'Day' });
    await day.waitFor();
    expect(await day.getAttribute('aria-valuetext')).toMatch(/^\d{4}-\d\d-\d\d: .*scripted /);
    await page.getByRole('button', { name: 'Format' }).click();
    await page.getByRole('cell', { name: 'ask' }).waitFor();
    await page.getByText('As a table').click();
    await isReadable(page);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('asks the oracle within a session, and shows its meters and its answer', async () => {
    const context = await newUser(browser);
    const { page, faults } = await openPage(context, served, '/oracle');
    await page.getByText('Nothing was asked yet').waitFor();
    await page.getByLabel('Question').fill('Where to look first?');
    await page.getByLabel('Whom').selectOption('ann');
    await page.getByLabel('Session').fill('build-42');
    await page.getByLabel('Turn').fill('3');
    await page.getByRole('button', { name: 'Ask the oracle' }).click();
    await page.getByRole('article', { name: 'Session build-42' }).getByText('1 of 1 calls').waitFor();
    await page.getByText('Answer', { exact: true }).click();
    await page.locator('.markdown strong', { hasText: 'ready' }).waitFor();
    await page.getByRole('button', { name: 'Ask the oracle' }).isDisabled();
    await isReadable(page);
    expect(faults).toEqual([]);
    await context.close();
  });
});
