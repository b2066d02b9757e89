// Every command as a process of its own, from the program that is installed to its exit: it starts, ends by itself, and gives
// its code and its words. What each of them is about is tested in this process, where a line costs a tenth of that.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describedOperations } from '../../src/domain/settings/described-operations.ts';
import { parseLine } from '../../src/surfaces/cli/grammar/arguments.ts';
import { commands } from '../../src/surfaces/cli/grammar/commands.ts';
import { type Project, project } from '../setup/project.ts';
import { madeRepository } from '../setup/repository.ts';

const shell = (name: string, script: string) =>
  `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "${script}"]\n`;
const who = ['-c', 'ann', '-c', 'bob'];
const changing = ['-c', 'hand', '--check', 'same=true', '--no-found-checks'];

/** In this order; a code, and what is said on either stream. */
const lines: readonly (readonly [line: readonly string[], code: number, said: string])[] = [
  [['arena', ...who, 'which?'], 1, 'Which answer is better?'],
  [['pick', '@last', 'a'], 0, 'A was'],
  [['preferences', 'list'], 0, 'over'],
  [['preferences', 'export', '../picks.jsonl'], 0, ''],
  [['preferences', 'show', 'XX'], 1, 'there is no preference XX'],
  [['preferences', 'forget', 'XX'], 1, 'there is no preference XX'],
  [['preferences', 'import', '../picks.jsonl'], 0, '0 imported, 1 known already'],
  [['leaderboard'], 0, 'ann'],
  [['vote', ...who, 'yes?'], 0, '2 of 2 agree'],
  [['analyze', '@last', '--analyst', 'ann'], 0, '## Judgement'],
  [['tournament', ...who, '-j', 'scripted/judge', 'why?'], 3, 'No clear winner'],
  [['judge', '@last', '-j', 'scripted/judge'], 3, 'No clear winner'],
  [['calibrate', 'scripted/judge', '--pairs', '1'], 0, 'is right in'],
  [['judges', '--simulated'], 0, 'scripted/judge'],
  [['distill', ...who, '--synthesizer', 'ann', 'why?'], 0, 'Merged by ann'],
  [['debate', ...who, '--moderator', 'ann', '--rounds', '1', 'why?'], 0, 'round 1'],
  [['oracle', '-c', 'ann', '--session', 's', 'why?'], 0, 'session s'],
  [['review', ...who, '-j', 'none', 'HEAD'], 1, 'Reviewed: commit'],
  [['ask', ...who, 'why?'], 0, '## bob'],
  [['reply', '@last', 'ann', 'and?'], 0, '## ann'],
  [['ask', ...who, 'why?'], 0, '## ann'],
  [['cross-examine', '@last'], 0, 'ann asks bob'],
  [['resume', '@last'], 0, 'ann asks bob'],
  [['cancel', '@last'], 1, 'had ended already'],
  [['list'], 0, 'cross-examine'],
  [['show', '@last'], 0, 'cross-examined'],
  [['tail', '@last'], 0, ': cross-examined'],
  [['usage'], 0, 'command'],
  [['export', '@last', '../export'], 0, 'export'],
  [['rm', '@last', '--yes'], 0, 'is deleted'],
  [['prune', '--older-than', '1w'], 0, ''],
  [['race', ...changing, '-c', 'ann', '--confirm-tokens', '1', 'change it'], 1, 'joust answer'],
  [['answer', '@last', 'yes'], 0, 'Winner: hand'],
  [['adopt', '@last', 'topic'], 3, 'topic are equal in everything that was measured'],
  [['do', ...changing, 'change it'], 0, 'Winner: hand'],
  [['winner', '@last', 'hand', '--reason', 'good'], 0, 'hand is recorded as the winner'],
  [['diff', '@last', 'hand'], 0, 'M code.txt'],
  [['apply', '@last', '--yes'], 0, 'is applied'],
  [['undo', '@last', '--yes'], 0, 'is taken back'],
  [['brief', 'new', '260101-b', '-c', 'one', '-c', 'two'], 0, '260101-b/ is made: one, two would play'],
  [['brief', 'play', '260101-b'], 0, '2 entries to judge'],
  [['brief', 'refine', '260101-b', '-c', 'one'], 0, 'round 2, refined'],
  [['brief', 'consult', '260101-b', '--by', 'critic'], 0, 'On one'],
  [['brief', 'merge', '260101-b', '--by', 'two'], 1, 'not handed in: out/MERGE.md'],
  [['brief', 'add', 'ann2=scripted', '260101-b'], 0, 'ann2 is in brief.yaml'],
  [['brief', 'lint', '260101-b'], 0, 'No findings'],
  [['brief', 'judge', '260101-b', '-j', 'scripted/judge'], 3, 'No clear winner'],
  [['brief', 'rejudge', '260101-b', '-j', 'scripted/judge'], 3, 'No clear winner'],
  [['brief', 'list'], 0, '260101-b'],
  [['brief', 'show', '260101-b'], 0, '"round":2'],
  [['brief', 'status', '260101-b'], 0, 'round 2, judged, 2 handed in'],
  [['brief', 'diff', '260101-b', '1', '2'], 0, '+one'],
  [['brief', 'archive', '260101-b', '--out', '../b-archive'], 0, 'b-archive'],
  [['brief', 'prune', '260101-b', '--older-than', '1w'], 0, '260101-b stays'],
  [['brief', 'report', '260101-b'], 0, 'No clear winner'],
  [['suite', 'run', 'suite.yaml'], 4, 'ann passes 1 of 2 cells'],
  [['suite', 'resume'], 4, 'ann passes 1 of 2 cells'],
  [['suite', 'retry', '--errors'], 4, 'ann passes 1 of 2 cells'],
  [['suite', 'report'], 4, 'ann passes 1 of 2 cells'],
  [['suite', 'compare', '@last'], 0, 'ann'],
  // They end by a signal, or where somebody serves already: tests/http/door.test.ts.
  [['serve', '--port', 'none'], 2, 'is no port'],
  [['web', '--remote', '0.0.0.0'], 2, 'needs TLS'],
  // Its client leaves at once: tests/mcp/stdio.test.ts.
  [['mcp'], 0, ''],
  [['ledger', 'copy', 'here', '../copied'], 0, 'copied'],
  // What they do is in tests/pool.
  [['worker', '--places', '2'], 2, 'needs a ledger in PostgreSQL'],
  [['hosts'], 2, 'needs a ledger in PostgreSQL'],
  [['doctor', 'scripted'], 0, 'scripted'],
  [['doctor', 'check', 'scripted'], 0, 'answered'],
  [['config'], 0, 'num = '],
  [['config', 'show'], 0, 'num = '],
  [['config', 'path'], 0, 'config.toml'],
  [['config', 'get', 'num'], 0, '3'],
  [['config', 'set', 'num', '2', '--yes'], 0, 'num is set in'],
  [['config', 'unset', 'num', '--yes'], 0, 'is no longer set'],
  [['config', 'edit'], 2, 'needs a terminal'],
  [['trust'], 1, 'there is no .joust/config.toml'],
  [['trust', 'list'], 0, 'No project is trusted'],
  [['trust', 'revoke', 'suite.yaml'], 1, 'was not trusted'],
  [['oracle-sessions'], 0, '"session":"s"'],
  [['formats'], 0, '"race"'],
  [['folders'], 0, '"repository":true'],
  [['install-skill', 'gemini', '--project', '--yes'], 0, 'is written'],
  [['completion', 'bash'], 0, '_joust()'],
  [['names', 'contestant'], 0, 'hand'],
];

const commandOf = (line: readonly string[]) => parseLine([...line, '--help'], commands).command;
const tried = new Set(lines.map(([line]) => commandOf(line).name));
/** operations.test.ts calls all of them; those without a line above are started here as well. */
const operationLines: typeof lines = describedOperations
  .filter(({ name }) => !tried.has(name))
  .map(({ name }) => [[...name.split(' '), '--help'], 0, `joust ${name}: `]);

const suite = `name: s
contestants: [ann]
prompt: why?
tasks: [{id: a, assert: [{equals: "yes"}]}, {id: b, assert: [{equals: "no"}]}]
thresholds: {pass: 0.9}
`;

describe('every command', () => {
  let place: Project;
  beforeAll(() => {
    place = project({ 'code.txt': 'old\n', 'suite.yaml': suite });
    place.config(
      [
        shell('ann', 'echo yes'),
        shell('bob', 'echo yes; true'),
        shell('hand', 'echo new > code.txt; echo done'),
        shell('one', 'echo one >> out/RESULT.md; echo done'),
        shell('critic', 'echo VERDICT: fix; echo; echo 1. Say why.'),
        shell('two', 'echo another >> out/RESULT.md; echo done'),
      ].join(''),
    );
    const { git, write } = madeRepository(place.folder);
    git('add', '-A');
    git('commit', '-q', '-m', 'base');
    git('checkout', '-q', '-b', 'topic');
    write('more.txt', 'more\n');
    git('add', '-A');
    git('commit', '-q', '-m', 'more');
    git('checkout', '-q', 'main');
  });
  afterAll(() => place[Symbol.dispose]());

  it.each([...lines, ...operationLines])('%j', async (line, code, said) => {
    // Said to any command that starts a contest, it comes to the one door: here there is no pool.
    if (commandOf(line).options['pool'] !== undefined && !line.includes('--help')) {
      const pooled = await place.joust([...line, '--pool']);
      expect(pooled.stderr).toContain('a pool of hosts needs a ledger in PostgreSQL');
      expect(pooled.code).toBe(2);
    }
    const ran = await place.joustAlone(line);
    expect(ran.stdout + ran.stderr).toContain(said);
    expect(ran.code, ran.stderr).toBe(code);
  });

  it('is among them, but for demo, whose own test runs it so', () => {
    const named = new Set([...tried, ...operationLines.map(([line]) => commandOf(line).name), 'demo']);
    expect([...named].toSorted()).toEqual(
      commands
        .filter(({ name, group }) => group !== undefined || named.has(name))
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it('that plays takes --pool, unless it goes on with a contest: that stays where it was opened', () => {
    const plays = commands.filter(({ options }) => options['wait-for-quota'] !== undefined);
    const without = plays.filter(({ options }) => options['pool'] === undefined).map(({ name }) => name);
    expect(without.toSorted()).toEqual(['answer', 'pick', 'resume', 'suite resume', 'suite retry']);
    expect(plays.length).toBeGreaterThan(20);
  });
});
