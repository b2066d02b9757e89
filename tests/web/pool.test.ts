// The pool in the browser: hosts with what they play, what waits and for what, where a contest runs, and the choice before a start.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Hosts } from '../../src/dispatch/hosts.ts';
import { accessFaults, chromiumPath, newUser, openBrowser, openPage } from '../setup/browser.ts';
import { schemaFor, sharedCluster } from '../setup/postgres.ts';
import { type Project, project } from '../setup/project.ts';
import { type Served, serve } from '../setup/served.ts';

const shared = await sharedCluster();

describe.skipIf(chromiumPath === undefined || typeof shared === 'string')('the pool (needs Chromium)', () => {
  let place: Project;
  let served: Served;
  let browser: Browser;
  let queued: string;

  beforeAll(async () => {
    const url = typeof shared === 'string' ? '' : shared.url(schemaFor(`web pool ${process.pid}`));
    place = project({}, { JOUST_LEDGER: url });
    const asked = await place.joust(['ask', '-c', 'scripted/quick', '--pool=gpu', '--detach', 'Which way?']);
    queued = asked.stdout.trim();
    const about = {
      machine: 'build-7',
      joust: '0.1.0',
      protocol: 1,
      places: 4,
      labels: ['any', 'eu'],
      kinds: ['read', 'race', 'brief'] as const,
      lostAfterMs: 60_000,
      process: '1 1',
    };
    const hosts = new Hosts(url);
    await hosts.join('build-7-k2ma', about);
    await hosts.join('build-8-p0qx', { ...about, machine: 'build-8', labels: ['any'] });
    await hosts.drain('build-8-p0qx');
    await hosts.leave('build-9-aaaa', await hosts.join('build-9-aaaa', { ...about, machine: 'build-9' }));
    await hosts.close();
    served = await serve(place);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await served?.[Symbol.asyncDispose]();
    place?.[Symbol.dispose]();
  });

  it('shows who is there, and what a waiting contest lacks; both themes, and on a phone', async () => {
    const context = await newUser(browser);
    const { page, faults } = await openPage(context, served, '/pool');
    await page.getByText('1 host with 4 free places; 1 contest waits.').waitFor();
    await page.getByRole('article', { name: 'build-7-k2ma' }).getByText('takes contests').waitFor();
    await page.getByRole('cell', { name: 'a host with the label gpu' }).waitFor();
    expect(await accessFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessFaults(page, ['color-contrast'])).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.getByRole('link', { name: queued }).click();
    await page.getByText('queued for a host with gpu').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('may be chosen for a new contest', async () => {
    const context = await newUser(browser);
    const { page, faults } = await openPage(context, served, '/new?format=ask');
    await page.getByRole('combobox', { name: 'Where it is played' }).selectOption('eu');
    await page.getByText('joust ask --pool=eu').waitFor();
    expect(await accessFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });
});
