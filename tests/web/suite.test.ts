// A suite in a real browser: found, filtered, looked into cell by cell, by keys and on a phone; and as a file from disk.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessFaults, chromiumPath, newUser, openBrowser, openPage } from '../setup/browser.ts';
import { type Project, project } from '../setup/project.ts';
import { type Served, serve } from '../setup/served.ts';

const suite = `name: geography
contestants: [ann, bob]
trials: 2
tasks:
  - {id: capital, prompt: "Capital of France?", assert: [{contains: Paris}]}
  - {id: river, prompt: "Its river?", assert: [{contains: Seine}]}
  - {id: sea, prompt: "Its sea?", assert: [{contains: Atlantic}]}
`;

describe.skipIf(chromiumPath === undefined)('a suite (needs Chromium)', () => {
  let place: Project;
  let served: Served;
  let browser: Browser;

  beforeAll(async () => {
    place = project({ 'suite.yaml': suite });
    const says = (name: string, words: string) =>
      `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo ${words}"]\n`;
    place.config(`${says('ann', 'Paris on the Seine')}${says('bob', 'Paris on the Rhine')}`);
    await place.joust(['suite', 'run', 'suite.yaml', '--yes']);
    served = await serve(place);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await served[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  });

  it('is found, filtered and looked into, by keys too', async () => {
    const context = await newUser(browser);
    const { page, faults } = await openPage(context, served, '/suites');
    await page.getByRole('link', { name: /geography/ }).click();
    const cell = (task: string, who: string) => page.getByRole('button', { name: `${task}, ${who}:` });
    await cell('capital', 'ann').waitFor();
    await page.getByText('3 tasks, 2 contestants, 2 trials: 12 of 12 cells, no errors').waitFor();
    expect(await cell('river', 'bob').getAttribute('aria-label')).toBe('river, bob: 0 of 2 passed');

    await page.getByRole('button', { name: 'Differing' }).click();
    await page.getByText('1 of 3 tasks').waitFor();
    await cell('river', 'bob').click();
    const panel = page.getByRole('complementary', { name: 'Cell' });
    await panel.getByText('contains').first().waitFor();
    await panel.locator('summary').first().click();
    await panel.getByText('Paris on the Rhine').first().waitFor();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.keyboard.press('ArrowDown');
    await panel.getByRole('heading', { name: 'sea' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await panel.getByText('ann, ask').waitFor();
    expect(page.url()).toContain('task=sea&who=ann');
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await cell('sea', 'ann').click();

    expect(await accessFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessFaults(page, ['color-contrast'])).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await panel.getByRole('link', { name: 'Its contest' }).first().click();
    await page.getByRole('heading', { name: 'Its sea?' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('is there for programs: beside another run, and as files', async () => {
    const [{ id }] = (await served.get('/contests?format=suite')).body.contests;
    const compared = await served.get(`/suite/compare?suite=${id}&base=${id}`);
    const told = { difference: { told: 'cannot be told apart', tasks: 3 } };
    expect(compared.body.comparison).toMatchObject({ contestants: [told, told], changed: [] });
    expect((await served.get(`/suite/compare?base=suite.json`)).status).toBe(400);
    const csv = await served.get(`/contests/${id}/suite-file?as=csv`);
    expect(csv.body.split('\r\n')).toHaveLength(14);
  });

  it('is one file that holds every answer', async () => {
    const file = join(place.folder, 'suite.html');
    await place.joust(['suite', 'report', '--html', file]);
    const page = await (await newUser(browser)).newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(pathToFileURL(file).href);
    await page.getByRole('button', { name: 'river, bob: 0 of 2 passed' }).click();
    const panel = page.getByRole('complementary', { name: 'Cell' });
    await panel.locator('summary').first().click();
    await panel.getByText('Paris on the Rhine').first().waitFor();
    await panel
      .getByText(/^joust show /)
      .first()
      .waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
