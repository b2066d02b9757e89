// A race as a swept format: a tiny repository whose only test fails, and contestants that do what a test says.
import type { ScriptStep } from '../../src/agents/scripted/script.ts';
import type { SweptFormat } from './formats.ts';

export interface RaceWish {
  /** More for the command line. */
  readonly args?: readonly string[];
  readonly sandboxed?: boolean;
  /** Who plays, and how; the usual two where nobody is named. */
  readonly scripts?: Readonly<Record<string, readonly ScriptStep[]>>;
  readonly workspace?: 'overlay' | 'checkout';
}

export const makeNew: readonly ScriptStep[] = [{ edit: 'code.txt', content: 'new\n' }, { say: 'Done.' }];

/** The same in more lines, which count less in these races. */
export const makeLonger: readonly ScriptStep[] = [
  { edit: 'code.txt', content: 'new\nand longer\n' },
  { say: 'Done.' },
];

/** Both make the test pass. One of them adds a test of its own. */
const usual: NonNullable<RaceWish['scripts']> = {
  a: [
    { edit: 'code.txt', content: 'new\nand more\n' },
    { wait: 200 },
    { edit: 'test/more.test.sh', content: 'grep -q more code.txt\n' },
    { say: 'It is new now.' },
  ],
  b: makeNew,
};

/** From a private checkout, what lies beside the repository is here: it is no part of the change. */
export const beside = '../../../../..';
/** And from the empty folder of whoever serves. */
const besideBare = '../../../..';

/** Both find something at one place, and a judge cannot say whether it is the same. */
export const reviewFormat: SweptFormat = {
  name: 'review',
  names: ['a', 'b', 'j'],
  args: ['review', '--json', '-c', 'a', '-c', 'b', '-j', 'j'],
  files: {
    'code.txt': 'old\n',
    '../scripts/a.json': reviewer('a', { severity: 'high', claim: 'the word is wrong' }),
    '../scripts/b.json': reviewer('b', { severity: 'low', claim: 'nobody asked for this file' }),
    '../scripts/j.json': JSON.stringify({
      steps: [{ run: `echo started >>${besideBare}/starts-j` }, { wait: 200 }, { say: 'Much alike.' }],
    }),
  },
  repository: { config: ['a', 'b', 'j'].map(contestant).join('') },
  moments: ['base taken', 'checked out', 'store let go'],
};

function reviewer(name: string, finding: object): string {
  const said = JSON.stringify({ findings: [{ file: 'untracked.txt', line: 1, ...finding }] });
  const noted = { run: `echo started >>${beside}/starts-${name}` };
  return JSON.stringify({ rate: 1000, steps: [noted, { wait: 200 }, { say: said }] });
}

export function raceFormat(name: string, wish: RaceWish = {}): SweptFormat {
  const { args = [], sandboxed = false, scripts = usual, workspace = 'checkout' } = wish;
  const names = Object.keys(scripts);
  const who = names.flatMap((one) => ['-c', one]);
  return {
    name,
    names: sandboxed ? ['sandboxed'] : names,
    args: [
      'race',
      '--json',
      ...who,
      '--check',
      'test=sh check.sh',
      ...args,
      ...(sandboxed ? ['--sandbox', 'os'] : []),
      '--workspace',
      workspace,
      'make it new',
    ],
    files: {
      'code.txt': 'old\n',
      'check.sh': 'for one in test/*.sh; do sh "$one" || exit 1; done\necho ok 1\necho 1..1\n',
      'test/new.test.sh': 'grep -q new code.txt\n',
      ...Object.fromEntries(
        Object.entries(scripts).map(([one, steps]) => {
          // In the sandbox nobody can write there: who starts the sandbox notes it.
          const noted = sandboxed ? [] : [{ run: `echo started >>${beside}/starts-${one}` }];
          return [`../scripts/${one}.json`, JSON.stringify({ rate: 1000, steps: [...noted, ...steps] })];
        }),
      ),
    },
    repository: { config: `[race.weights]\ndiff = 0.15\n${names.map(contestant).join('')}` },
    sandboxed,
    moments: ['base taken', ...makingOf[workspace], 'tree staged', 'store let go'],
  };
}

/** Where the maker of a workspace may die. */
export const makingOf = { checkout: ['checked out'], overlay: ['layer filled', 'layers laid'] } as const;

function contestant(name: string): string {
  return `[contestants.${name}]\nagent = "scripted"\nscript = "../scripts/${name}.json"\n`;
}
