// A race as a swept format: a tiny repository whose only test fails, and contestants that do what a test says.
import type { ScriptStep } from '../../src/agents/scripted/script.ts';
import type { SweptFormat } from './formats.ts';

export interface RaceWish {
  /** More for the command line. */
  readonly args?: readonly string[];
  readonly sandboxed?: boolean;
  /** Who plays, and how; the usual two where nobody is named. */
  readonly scripts?: Readonly<Record<string, readonly ScriptStep[]>>;
}

export const makeNew: readonly ScriptStep[] = [{ edit: 'code.txt', content: 'new\n' }, { say: 'Done.' }];

/** Both make the test pass, and one of them adds a test of its own. */
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
const beside = '../../../../..';

export function raceFormat(name: string, wish: RaceWish = {}): SweptFormat {
  const { args = [], sandboxed = false, scripts = usual } = wish;
  const names = Object.keys(scripts);
  const who = names.flatMap((one) => ['-c', one]);
  return {
    name,
    names: sandboxed ? ['sandboxed'] : names,
    args: [
      ...['race', '--json', ...who, '--check', 'test=sh check.sh', ...args],
      ...(sandboxed ? ['--sandbox', 'os'] : []),
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
    repository: { config: names.map(contestant).join('') },
    sandboxed,
    moments: ['base taken', 'checked out', 'tree staged', 'store let go'],
  };
}

function contestant(name: string): string {
  return `[contestants.${name}]\nagent = "scripted"\nscript = "../scripts/${name}.json"\n`;
}
