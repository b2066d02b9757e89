// --record and --replay: what every CLI with a recording prints, kept once and played back without it.
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allAgents } from '../../src/agents/all.ts';
import { recordingOf } from '../replay.ts';
import { type Project, project, root } from '../setup/project.ts';
import { ended } from './output-lines.ts';

const secret = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789';
const transcripts = join(root, 'tests/fixtures/transcripts');
const agents = allAgents.flatMap(({ id, presence: { executable } }) =>
  recordingOf(id, 'ok') === undefined || executable === undefined ? [] : [{ id, executable }],
);

/** Programs by the names of the CLIs that print what those printed. */
function putPrograms(bin: string, scenario: string): void {
  mkdirSync(bin, { recursive: true });
  for (const { id, executable } of agents) {
    const name = readdirSync(transcripts)
      .filter((file) => new RegExp(`^${id}-\\d[\\w.]*-${scenario}\\.jsonl$`).test(file))
      .sort()
      .at(-1);
    const stem = join(transcripts, (name ?? '').slice(0, -'.jsonl'.length));
    const how = JSON.parse(readFileSync(`${stem}.end.json`, 'utf8')) as { code: number };
    const script = `#!/bin/sh\ncat >/dev/null\n[ -f '${stem}.stderr' ] && cat '${stem}.stderr' >&2\ncat '${stem}.jsonl'\nexit ${how.code}\n`;
    writeFileSync(join(bin, executable), script);
    chmodSync(join(bin, executable), 0o755);
  }
}

async function asked(place: Project, more: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const who = agents.flatMap(({ id }) => ['-c', id]);
  const { stdout, stderr } = await place.joustAlone(['ask', '--json', '--yes', ...who, ...more, 'say hi'], {
    env,
  });
  const told = ended(stdout).map(({ contestant, outcome, text, usage, model, reason }) => ({
    contestant,
    outcome,
    text,
    usage,
    model,
    ...(outcome !== 'ok' && { reason }),
  }));
  return { told: told.sort((a, b) => (a.contestant < b.contestant ? -1 : 1)), stderr };
}

test.each(['ok', 'empty'])('%s: played back is as recorded, without the programs', async (scenario) => {
  using place = project();
  const bin = join(place.folder, 'bin');
  putPrograms(bin, scenario);
  const PATH = `${bin}:${place.env['PATH']}`;
  const recorded = await asked(place, ['--record', 'tapes'], { PATH, ANTHROPIC_API_KEY: secret });
  expect(recorded.told).toHaveLength(agents.length);
  if (scenario === 'ok') expect(recorded.told.every(({ outcome }) => outcome === 'ok')).toBe(true);
  const tapes = join(place.folder, 'tapes');
  expect(readdirSync(tapes)).toHaveLength(agents.length);
  for (const name of readdirSync(tapes)) {
    expect(statSync(join(tapes, name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(tapes, name), 'utf8')).not.toContain(secret);
  }
  rmSync(bin, { recursive: true });
  const played = await asked(place, ['--replay', 'tapes']);
  expect(played.told).toEqual(recorded.told);
});

test('secrets are not kept, and what is not recorded is named', async () => {
  using place = project();
  const script = place.write('leaks', `#!/bin/sh\ncat >/dev/null\necho "the key is $MY_API_KEY"\n`);
  chmodSync(script, 0o755);
  place.config(
    `[contestants.leaks]\nagent = "command"\ncommand = ["${script}"]\nenvironment = { MY_API_KEY = "${secret}" }\n`,
  );
  place.write(
    'suite.yaml',
    'name: s\ncontestants: [leaks]\ntrials: 2\ntasks: [{id: one, prompt: Hello?, assert: [{contains: the key is}]}]\n',
  );
  const suite = (...more: string[]) => place.joustAlone(['suite', 'run', 'suite.yaml', '--yes', ...more]);
  const first = await suite('--record', 'tapes');
  expect(first.stdout).toContain('2 passed');
  const tapes = readdirSync(join(place.folder, 'tapes'));
  expect(tapes).toHaveLength(2);
  for (const name of tapes) {
    const kept = readFileSync(join(place.folder, 'tapes', name), 'utf8');
    expect(kept).toContain('the key is');
    expect(kept).not.toContain(secret);
  }
  cpSync(join(place.folder, 'tapes'), join(place.folder, 'part'), { recursive: true });
  rmSync(join(place.folder, 'part', tapes[1] ?? ''));
  rmSync(script);
  const again = await suite('--replay', 'tapes');
  expect(again.stdout).toContain('2 passed');
  const report = await place.joustAlone(['suite', 'report', '--json']);
  expect(report.stdout).toContain('"simulated":true');
  const partly = await suite('--replay', 'part');
  expect(partly.stdout).toMatch(/1 passed, no failed|1 passed, 0 failed/);
  expect(partly.stdout).toMatch(/there is no recording of leaks, trial \d for this prompt/);
});

test('an ask that is played back is simulated wherever it is shown', async () => {
  using place = project();
  place.config('[contestants.ann]\nagent = "command"\ncommand = ["/bin/sh", "-c", "echo hello"]\n');
  const joust = async (...args: string[]) => (await place.joustAlone(args)).stdout;
  const ask = ['ask', '--yes', '-c', 'ann', 'hi'];
  expect(await joust(...ask, '--record', 'tapes')).not.toContain('simulated');
  expect(await joust('list')).not.toContain('simulated');
  expect(await joust(...ask, '--replay', 'tapes')).toContain('## ann · simulated · ok');
  const { simulated, contestants } = JSON.parse(await joust('show', '--json'));
  expect([simulated, contestants]).toEqual([true, [{ name: 'ann', agent: 'command', simulated: true }]]);
  const shown = await joust('show');
  expect(shown).toMatch(/^ask \w+, opened .*, simulated$/m);
  expect(shown).toContain('## ann · simulated · ok');
  expect(await joust('list', '--limit', '1')).toContain('ask simulated');
  expect(await joust('show', '--timeline')).toMatch(/contest opened +ask, simulated/);
  expect(await joust('usage')).toContain('1 simulated attempt left out');
  await joust('export', '@last', 'out');
  const report = readFileSync(join(place.folder, 'out/report.md'), 'utf8');
  expect(report).toContain('simulated');
  expect(report).toMatch(/\| ann \| simulated \|.*\| none \|/);
});
