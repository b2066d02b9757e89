// A public export holds no secret that an entry brought along, in none of its files; its owner sees it everywhere.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, newUser, openBrowser } from '../setup/browser.ts';
import { mcpClient } from '../setup/mcp-client.ts';
import { goodSum, type RacePlace, racePlace, testCheck } from '../setup/race-place.ts';

const filler = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7'.repeat(3);
const cut = (length: number, from = 0) => filler.slice(from, from + length);
const keyLine = cut(64, 5);

/** Each by what has to be nowhere. */
const secrets: Readonly<Record<string, string>> = {
  ANTHROPIC: `sk-ant-api03-${filler}`,
  OPENAI: `sk-proj-${filler}`,
  GITHUB: `ghp_${cut(36)}`,
  GITHUB_APP: `ghs_${cut(36, 1)}`,
  GITHUB_FINE: `github_pat_${cut(60)}`,
  GITLAB: `glpat-${cut(20)}`,
  NPM: `npm_${cut(36, 2)}`,
  STRIPE: `sk_live_${cut(24)}`,
  STRIPE_RESTRICTED: `rk_live_${cut(24, 3)}`,
  SLACK: `xoxb-123456789012-${cut(24)}`,
  GOOGLE: `AIza${cut(35)}`,
  AWS_ID: 'AKIAIOSFODNN7EXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  JWT: `eyJ${cut(20)}.eyJ${cut(40)}.${cut(40, 7)}`,
  DATABASE: 'opensesame-4711',
  PEM: keyLine,
};

const file = [
  ...Object.entries(secrets)
    .filter(([name]) => name !== 'DATABASE' && name !== 'PEM')
    .map(([name, value]) => `export const ${name} = '${value}';`),
  `export const url = 'postgres://ann:${secrets['DATABASE']}@db.example/x';`,
  `export const pem = \`-----BEGIN RSA PRIVATE KEY-----\n${keyLine}\n${keyLine}\n-----END RSA PRIVATE KEY-----\`;`,
  '',
].join('\n');

let place: RacePlace;
beforeAll(async () => {
  place = racePlace({ 'old.js': `export const old = 1;\n// token: npm_${cut(36, 9)}\n` });
  place.contestants({
    ann: [
      goodSum,
      { edit: 'keys.js', content: file },
      { say: `Done. I put ${secrets['GITLAB']} and ${secrets['NPM']} into keys.js.` },
    ],
    bob: [
      { edit: 'old.js', content: `export const old = 2;\n// token: npm_${cut(36, 9)}\n` },
      { say: 'Done.' },
    ],
  });
  const raced = await place.race(['ann', 'bob'], testCheck);
  expect(JSON.parse(raced.stdout.trim().split('\n').at(-1) ?? '{}').result?.winner ?? 'ann').toBe('ann');
});
afterAll(() => place[Symbol.dispose]());

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
}

function held(folder: string): readonly string[] {
  return filesIn(folder).flatMap((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    const all = { ...secrets, OLD: `npm_${cut(36, 9)}` };
    return Object.entries(all).flatMap(([name, value]) =>
      text.includes(value) ? [`${name} in ${path}`] : [],
    );
  });
}

describe('an entry with secrets', () => {
  it('is in no file of a public export, and named in its report', async () => {
    expect((await place.joust(['export', '@last', 'public'])).code).toBe(0);
    const folder = join(place.folder, 'public');
    expect(held(folder)).toEqual([]);
    expect(filesIn(folder)).not.toContain('patches/ann.patch');
    const report = readFileSync(join(folder, 'report.md'), 'utf8');
    expect(report).toMatch(
      /ann: the patch has what looks like a secret \(.*GitHub token.*\) in keys\.js: public/,
    );
    expect(report).not.toContain(place.folder);
    expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).not.toContain(place.folder);
    expect(readFileSync(join(folder, 'report.html'), 'utf8')).toContain('public exports leave it out');
  });

  it('is in no report on one page', async () => {
    expect((await place.joust(['export', '@last', '--html', 'one.html'])).code).toBe(0);
    const text = readFileSync(join(place.folder, 'one.html'), 'utf8');
    for (const [name, value] of Object.entries(secrets))
      expect([name, text.includes(value)]).toEqual([name, false]);
  });

  it.skipIf(chromiumPath === undefined)(
    'is told of on the page, in the place of its patch (needs Chromium)',
    async () => {
      expect((await place.joust(['export', '@last', '--html', 'page.html'])).code).toBe(0);
      const browser = await openBrowser();
      const context = await newUser(browser);
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      await page.goto(`${pathToFileURL(join(place.folder, 'page.html')).href}`);
      await page.getByRole('link', { name: 'Diffs' }).click();
      await page.locator('p.notice', { hasText: 'ann: the patch has what looks like a secret' }).waitFor();
      expect(faults).toEqual([]);
      await browser.close();
    },
  );

  it('is named by show, and shown whole to its owner', async () => {
    const { stdout } = await place.joust(['show']);
    expect(stdout).toContain('ann:');
    expect(stdout).toMatch(/the patch has what looks like a secret \(.*private key.*\) in keys\.js/);
    const { stdout: diff } = await place.joust(['diff', '@last', 'ann']);
    for (const value of Object.values(secrets)) expect(diff).toContain(value);
    expect((await place.joust(['export', '@last', 'all', '--operator'])).code).toBe(0);
    expect(held(join(place.folder, 'all'))).toContain('NPM in patches/ann.patch');
  });

  it('is not shown to an agent that calls joust', async () => {
    await using mcp = await mcpClient(place);
    const { contents } = await mcp.client.readResource({ uri: 'joust://contests/@last/diff/ann' });
    expect(JSON.stringify(contents)).toContain('the patch has what looks like a secret');
    expect(JSON.stringify(contents)).not.toContain(secrets['GITLAB']);
  });
});
