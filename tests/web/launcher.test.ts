// From the empty list to a played contest: the form, its command line, what it refuses, and that a reload loses nothing.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contestSettings, describedFormats } from '../../src/domain/settings/settings.ts';
import { commandLine } from '../../src/surfaces/web/launcher/command-line.ts';
import { fieldsOf } from '../../src/surfaces/web/launcher/form-fields.ts';
import { accessFaults, chromiumPath, newUser, openBrowser, openPage } from '../setup/browser.ts';
import { half, type RacePlace, racePlace, solve } from '../setup/race-place.ts';
import { type Served, serve } from '../setup/served.ts';
import { until } from '../setup/until.ts';

const commands = ['ann', 'bob']
  .map(
    (name) =>
      `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "cat >/dev/null; echo ${name}"]\n`,
  )
  .join('');

it('makes a line that comes out of a shell as it went in', () => {
  const format = describedFormats.find(({ name }) => name === 'ask');
  if (format === undefined) throw new Error('no ask');
  const prompt = 'a \'b\' "c" $HOME `id` \\ !! ~ * ; & |\n-n #x';
  const settings = { contestant: ['a*2', '-x'], system: '' };
  const request = { format: 'ask', prompt, settings };
  const made = commandLine({ format, fields: fieldsOf(format, contestSettings), request });
  const printed = execFileSync('/bin/sh', ['-c', made.replace(/^joust/, "printf '%s\\0'")], {
    encoding: 'utf8',
  });
  expect(printed.split('\0').slice(0, -1)).toEqual([
    'ask',
    '-c',
    'a*2',
    '--contestant=-x',
    '--system=',
    prompt,
  ]);
});

describe.skipIf(chromiumPath === undefined)('the launcher (needs Chromium)', () => {
  let place: RacePlace;
  let served: Served;
  let browser: Browser;

  beforeAll(async () => {
    place = racePlace();
    place.contestants({ careful: solve, quick: half }, commands);
    served = await serve(place);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await served[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  });

  const line = (page: Page) => page.locator('.launch-panel .line');
  const chosen = async (page: Page, ...names: readonly string[]) => {
    const group = page.getByRole('group', { name: 'Contestants' });
    for (const name of names) await group.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  };
  /** The id of the contest that is shown, once it is closed. */
  const played = async (page: Page) => {
    await page.waitForURL(/#\/contests\//);
    const [, id = ''] = /contests\/(\w+)/.exec(page.url()) ?? [];
    await until(async () => (await served.get(`/contests/${id}`)).body.state === 'closed');
    return (await served.get(`/contests/${id}`)).body;
  };

  it('leads from nothing to an ask, keeps what was written, and says the same as its command line', async () => {
    const context = await newUser(browser);
    const { page, faults } = await openPage(context, served);
    await page.getByRole('link', { name: 'New contest' }).first().click();
    await page.getByRole('link', { name: /^ask/ }).click();
    await page.getByRole('button', { name: 'Start the ask' }).waitFor();
    expect(await page.getByRole('button', { name: 'Start the ask' }).isDisabled()).toBe(true);
    await page.getByLabel('Prompt').fill("What's 2 + 2?");
    await chosen(page, 'ann', 'bob');
    await page.getByLabel('Copies of bob').fill('2');
    await page
      .getByLabel('Files to attach')
      .setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('It is known.') }]);
    await page.getByText('More settings').click();
    await page.getByLabel('Timeout').fill('soon');
    await page.getByRole('alert').filter({ hasText: 'a duration such as' }).waitFor();
    await page.getByLabel('Timeout').fill('2m');
    await page.reload();
    await page.getByText('notes.txt', { exact: true }).waitFor();
    await page.getByText(/tokens? for 3 attempts|3 attempts/).waitFor();
    const said = await line(page).innerText();
    expect(said).toBe("joust ask -c ann -c 'bob*2' -t 2m -f notes.txt 'What'\\''s 2 + 2?'");
    expect(await accessFaults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessFaults(page, ['color-contrast'])).toEqual([]);
    await page.getByLabel('Prompt').press('Control+Enter');
    const { format, contestants, prompt } = await played(page);
    expect(format).toBe('ask');
    expect(contestants.map(({ agent }: { agent: string }) => agent)).toHaveLength(3);
    expect(prompt).toContain('It is known.');
    expect(faults).toEqual([]);
    await context.close();
  });

  it('races in a repository, asks before it starts what has to be agreed to, and starts again from the record', async () => {
    const context = await newUser(browser);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { page, faults } = await openPage(context, served, '/new?format=race');
    await page.getByText('repository', { exact: true }).waitFor();
    await page.getByLabel('Prompt').fill('make it right');
    await chosen(page, 'careful', 'quick');
    await page.getByLabel('Check', { exact: true }).fill('test=node --test --test-isolation=none');
    await page.getByLabel('Max USD').fill('2');
    await page.getByText(/Measured by/).waitFor();
    await page.getByRole('button', { name: 'Copy the command line' }).click();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toBe(
      "joust race -c careful -c quick --max-usd 2 --check 'test=node --test --test-isolation=none' 'make it right'",
    );
    await page.getByRole('button', { name: 'Start the race' }).click();
    await page.getByRole('button', { name: 'Yes, start it' }).click();
    const race = await played(page);
    expect([race.format, race.winner, race.limits]).toMatchObject(['race', 'careful', { usd: 2 }]);
    await page.getByRole('button', { name: 'Apply…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('sum.js').first().waitFor();
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByText('applied (tree): careful').waitFor();
    expect(readFileSync(join(place.folder, 'sum.js'), 'utf8')).toContain('a + b');
    await page.getByRole('button', { name: 'Undo…' }).click();
    await dialog.getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('taken back: careful').waitFor();
    await page.getByRole('link', { name: 'Again' }).click();
    await until(async () => (await line(page).count()) === 1);
    expect(await line(page).innerText()).toBe(copied.replace(/^/, `cd ${place.folder} && `));
    expect(faults).toEqual([]);
    await context.close();
  });

  it('asks before it starts, however late the estimate comes', async () => {
    const context = await newUser(browser);
    const { page, faults } = await openPage(context, served, '/new?format=race');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/estimate', async (route) => {
      await released;
      await route.continue();
    });
    await page.getByLabel('Prompt').fill('make it right');
    await chosen(page, 'careful', 'quick');
    await page.getByLabel('Max USD').fill('2');
    await page.getByRole('button', { name: 'Start the race' }).click();
    await page.getByRole('button', { name: 'Starting…' }).waitFor();
    release();
    await page.getByRole('button', { name: 'Yes, start it' }).waitFor();
    await page.getByRole('button', { name: 'Not yet' }).click();
    await page.getByRole('button', { name: 'Start the race' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('says beside the field what the server refuses, finds folders, and fits a phone', async () => {
    const context = await newUser(browser);
    const { page } = await openPage(context, served, '/new?format=vote');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByLabel('Prompt').fill('yes or no?');
    await page.getByLabel('Contestants: somebody else').fill('nobody');
    await page.getByLabel('Contestants: somebody else').press('Enter');
    await page
      .getByRole('group', { name: 'Contestants' })
      .getByRole('alert')
      .filter({ hasText: 'nobody' })
      .waitFor();
    await page.getByRole('button', { name: 'Change folder' }).click();
    await page.getByRole('list', { name: 'Folders' }).getByRole('button', { name: 'test' }).click();
    await page.getByRole('button', { name: 'Play here' }).click();
    await until(async () =>
      (await line(page).innerText()).startsWith(`cd ${place.folder}/test && joust vote`),
    );
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await context.close();
  });
});
