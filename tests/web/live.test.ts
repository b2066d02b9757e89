// Live in real browsers: several tabs and several browsers on one contest, links opened beside it, and a server that goes away and
// comes back while it is played.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, newUser, openBrowser, openPage } from '../setup/browser.ts';
import { type Project, project } from '../setup/project.ts';
import { type Served, serve } from '../setup/served.ts';

/** Says its word, waits for a file of that name, says another. */
const patient = (name: string) =>
  `[contestants.${name}]\nagent = "command"\n` +
  `command = ["/bin/sh", "-c", "echo ${name}-begins; while [ ! -e go-$JOUST_WORD ]; do sleep 0.05; done; echo ${name}-ends"]\n`;

describe.skipIf(chromiumPath === undefined)('live (needs Chromium)', () => {
  let place: Project;
  let served: Served;
  let browser: Browser;

  beforeAll(async () => {
    place = project();
    place.config(`${patient('ann')}${patient('bob')}`.replaceAll('go-$JOUST_WORD', join(place.folder, 'go')));
    served = await serve(place);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await served[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  });

  const says = (page: Page, words: string) => page.getByText(words).first().waitFor();

  it('shows one contest in eight tabs and in another browser, goes on after a restart, and ends everywhere', async () => {
    rmSync(join(place.folder, 'go'), { force: true });
    const [user, other] = [await newUser(browser), await newUser(browser)];
    const { page: list, faults } = await openPage(user, served);
    await list.getByRole('heading', { name: 'Contests' }).waitFor();
    const { stdout } = await place.joust(['ask', '--detach', '-c', 'ann', '-c', 'bob', 'Which way?']);
    const id = stdout.trim();

    const link = list.getByRole('link', { name: /Which way/ }).first();
    await link.waitFor();
    const [beside] = await Promise.all([
      user.waitForEvent('page'),
      link.click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await says(beside, 'ann-begins');

    const tabs = [beside];
    while (tabs.length < 8) tabs.push((await openPage(user, served, `/contests/${id}`)).page);
    const { page: elsewhere } = await openPage(other, served, `/contests/${id}`);
    for (const page of [...tabs, elsewhere]) await says(page, 'bob-begins');

    const port = new URL(served.url).port;
    await served[Symbol.asyncDispose]();
    await elsewhere.getByText('not connected').waitFor();
    writeFileSync(join(place.folder, 'go'), '');
    served = await serve(place, { port });
    for (const page of [...tabs, elsewhere]) {
      await page.bringToFront();
      await says(page, 'ann-ends');
      await says(page, 'answered');
      await page.getByText('live', { exact: true }).waitFor();
    }
    expect(faults.filter((fault) => !/ERR_|Failed to load|fetch/.test(fault))).toEqual([]);
    await Promise.all([user.close(), other.close()]);
  });

  it('asks for the address where the token is wrong, and shows nothing', async () => {
    const user = await newUser(browser);
    const { page } = await openPage(user, { url: served.url, token: 'wrong' });
    await page.getByText('The token is missing or wrong.').first().waitFor();
    await page.getByText('refused', { exact: true }).waitFor();
    expect(await page.content()).not.toContain('Which way?');
    await user.close();
  });
});
