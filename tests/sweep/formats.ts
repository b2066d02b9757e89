// The formats that are swept. Every attempt notes its start in a file `starts-NAME`, so that it can be counted.
import { briefFormats } from './brief-formats.ts';
import { raceFormat, reviewFormat } from './race-format.ts';

export interface SweptFormat {
  readonly name: string;
  /** The command line that plays it. */
  readonly args: readonly string[];
  /** What lies in the folder it is played in. */
  readonly files: Readonly<Record<string, string>>;
  /** Played before it, undisturbed: the contest it is about. */
  readonly prepare?: readonly string[];
  /** Said by a person when it has come as far as it can without one. */
  readonly settle?: readonly string[];
  /** Those who note their starts. */
  readonly names: readonly string[];
  /** The user's config. */
  readonly config?: string;
  /** The folder is a git repository with these files; the user's config. */
  readonly repository?: { readonly config: string };
  /** Everybody works in the sandbox, which is also where starts are noted. */
  readonly sandboxed?: boolean;
  /** Failpoints that its record does not tell of. */
  readonly moments?: readonly string[];
  /** Those that it passes before it is on record, besides those of all. */
  readonly unopened?: readonly string[];
  /** The address of another place for its record, for every play. */
  ledger?(): string;
  /** The moments of the quick sweep; absent: only the long one has it, and replaying every prefix of its record. */
  readonly quick?: RegExp;
}

const script = (name: string, steps: readonly object[]) =>
  JSON.stringify({ rate: 1000, steps: [{ append: `starts-${name}`, content: 'started\n' }, ...steps] });

const names = ['a', 'b'];

/** Whoever serves plays in an empty folder of its own, from which the project is here. */
const fromBare = '../../../../work';
const staffScript = (name: string, steps: readonly object[]) =>
  JSON.stringify({
    rate: 1000,
    steps: [{ append: `${fromBare}/starts-${name}`, content: 'started\n' }, ...steps],
  });

const raced = raceFormat('race', { args: ['--setup', 'echo ready >.git/ready'] });

/** Plays in the project at first and in an empty folder when it is examined, and notes both in the project. */
const examined = (name: string, text: string) =>
  JSON.stringify({
    rate: 1000,
    steps: [
      {
        run: `for at in . ${fromBare}; do [ ! -e $at/${name}.json ] || echo started >>$at/starts-${name}; done`,
      },
      { wait: 300 },
      { say: text },
    ],
  });

/**
 * Something was done and is not on record yet. Right after an event the record is a prefix of it, and playing on from prefixes
 * is tests/contest/prefixes.test.ts. What goes on record in one transaction has one moment before it: `sealed` is that of an
 * entry and its attempt's end, and closing is noted together with what was watched and who was there.
 */
const beforeRecorded =
  /^(?!after |before (?:entry\.sealed|attempt\.ended|folder\.watched|agents\.identified)$)/;
/** And of those what a race does in another way than an ask; a base without a contest is in tests/crash/race.test.ts. */
const beforeRacedRecorded = new RegExp(
  `^(?!(?:lease taken|base taken|before contest\\.opened)$)${beforeRecorded.source.slice(1)}`,
);

export const sweptFormats: readonly SweptFormat[] = [
  { ...raceFormat('race on overlays', { workspace: 'overlay' }), quick: beforeRacedRecorded },
  // Where a checkout is made and read; the rest is that of any race.
  { ...raced, quick: /^(?:checked out|tree staged|sealed)/ },
  {
    ...raceFormat('race in the sandbox', { sandboxed: true }),
    // What happens in the sandbox; the rest is that of any race.
    quick: /^(?:spawned|sealed)/,
  },
  {
    ...raced,
    name: 'adopt',
    prepare: raced.args,
    args: ['adopt', '--json', '@last', '../mine.patch'],
    files: {
      ...raced.files,
      '../mine.patch': '--- a/code.txt\n+++ b/code.txt\n@@ -1 +1 @@\n-old\n+new, by hand\n',
    },
    moments: ['checked out', 'store let go'],
  },
  reviewFormat,
  ...briefFormats,
  {
    name: 'arena',
    names,
    args: ['arena', '--json', ...names.flatMap((name) => ['-c', `scripted/./${name}.json`]), 'hi'],
    settle: ['pick', '@last', 'a', '--json'],
    // By whoever answers, who is another process than the player.
    quick: /gate[.]answered/,
    files: {
      'a.json': staffScript('a', [{ say: 'first ' }, { wait: 200 }, { say: 'answer' }]),
      'b.json': staffScript('b', [{ say: 'second answer' }]),
    },
  },
  {
    name: 'oracle',
    names: ['o'],
    args: ['oracle', '--json', '--session', 's', '-c', 'scripted/./o.json', 'hi'],
    // The first one is its session's: consultations are opened one after the other.
    unopened: ['lease taken'],
    files: { 'o.json': staffScript('o', [{ say: 'wise ' }, { wait: 200 }, { say: 'words' }]) },
  },
  {
    name: 'ask',
    names,
    quick: beforeRecorded,
    args: ['ask', '--json', ...names.flatMap((name) => ['-c', `scripted/./${name}.json`]), 'hi'],
    files: {
      'a.json': script('a', [{ say: 'first ' }, { wait: 300 }, { say: 'answer' }]),
      'b.json': script('b', [{ say: 'second answer' }]),
    },
  },
  {
    name: 'suite',
    names,
    // A cell is over, and its suite does not know; it is measured, and that is not on record.
    quick: /^before (?:child\.ended|cell\.measured)$/,
    args: ['suite', 'run', '--json', 'suite.yaml'],
    config: names
      .map((name) => `[contestants.${name}]\nagent = "scripted"\nscript = "${name}.json"\n`)
      .join(''),
    files: {
      'a.json': script('a', [{ say: 'first ' }, { wait: 200 }, { say: 'answer' }]),
      'b.json': script('b', [{ say: 'second answer' }]),
      'suite.yaml': `name: swept\ncontestants: [a, b]\ntrials: 2\ncwd: .\nassert: [{contains: first}]\ntasks: [{id: one, prompt: hi}, {id: two, prompt: ho}]\n`,
    },
  },
  {
    name: 'debate',
    names: [...names, 'm'],
    args: [
      'debate',
      '--json',
      ...names.flatMap((name) => ['-c', `scripted/./${name}.json`]),
      '-j',
      'scripted/./m.json',
      'hi',
    ],
    files: {
      'a.json': script('a', [{ say: 'one way\n' }, { wait: 300 }, { say: 'POSITION: left' }]),
      'b.json': script('b', [{ say: 'another way\nPOSITION: right' }]),
      'm.json': staffScript('m', [{ say: 'DONE' }]),
    },
  },
  {
    name: 'vote',
    names: [...names, 'c', 'd', 'j'],
    args: [
      'vote',
      '--json',
      ...[...names, 'c', 'd'].flatMap((name) => ['-c', `scripted/./${name}.json`]),
      '-j',
      'scripted/./j.json',
      'hi',
    ],
    files: {
      // Nothing is settled before the last of them: an early stop would be a matter of who is faster.
      'a.json': script('a', [{ say: 'Paris' }]),
      'b.json': script('b', [{ say: 'paris.' }]),
      'c.json': script('c', [{ say: 'London' }]),
      'd.json': script('d', [{ say: 'Rome' }]),
      'j.json': staffScript('j', [{ say: 'nothing that could be read' }]),
    },
  },
  {
    name: 'distill',
    names: [...names, 's'],
    args: [
      'distill',
      '--json',
      ...names.flatMap((name) => ['-c', `scripted/./${name}.json`]),
      '-s',
      'scripted/./s.json',
      'hi',
    ],
    files: {
      'a.json': script('a', [{ say: 'first ' }, { wait: 200 }, { say: 'answer' }]),
      'b.json': script('b', [{ say: 'second answer' }]),
      's.json': staffScript('s', [{ say: 'merged ' }, { wait: 200 }, { say: 'answer' }]),
    },
  },
  {
    name: 'judge',
    names: ['long', 'short', 'judge'],
    prepare: ['ask', '-c', 'scripted/./long.json', '-c', 'scripted/./short.json', 'hi'],
    args: ['judge', '@last', '--json', '--judge', 'scripted/./judge.json'],
    files: {
      'long.json': script('long', [{ say: 'a long answer' }]),
      'short.json': script('short', [{ say: 'short' }]),
      'judge.json': staffScript('judge', [{ wait: 200 }, { judge: 'longer' }]),
    },
  },
  {
    name: 'analyze',
    names: ['long', 'short', 'analyst'],
    prepare: ['ask', '-c', 'scripted/./long.json', '-c', 'scripted/./short.json', 'hi'],
    args: ['analyze', '@last', '--json', '--analyst', 'scripted/./analyst.json'],
    files: {
      'long.json': script('long', [{ say: 'a long answer' }]),
      'short.json': script('short', [{ say: 'short' }]),
      'analyst.json': staffScript('analyst', [{ wait: 200 }, { judge: 'longer' }]),
    },
  },
  {
    name: 'cross-examine',
    names: ['long', 'short'],
    prepare: ['ask', '-c', 'scripted/./long.json', '-c', 'scripted/./short.json', 'hi'],
    args: ['cross-examine', '@last', '--json'],
    files: { 'long.json': examined('long', 'a long answer'), 'short.json': examined('short', 'short') },
  },
  {
    name: 'tournament',
    names: [...names, 'c', 'j'],
    args: [
      'tournament',
      '--json',
      '--orders',
      'one',
      ...[...names, 'c'].flatMap((name) => ['-c', `scripted/./${name}.json`]),
      '-j',
      'scripted/./j.json',
      'hi',
    ],
    files: {
      'a.json': script('a', [{ wait: 200 }, { say: 'one' }]),
      'b.json': script('b', [{ say: 'second' }]),
      'c.json': script('c', [{ say: 'the third' }]),
      'j.json': staffScript('j', [{ judge: 'longer' }]),
    },
  },
];
