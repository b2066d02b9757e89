// Which parser reads what a project's own command prints, told from the words of the command. Not sure: none.

export function testParser(script: string): string | undefined {
  return onlyParser(script, testRunners);
}

export function lintParser(script: string): string | undefined {
  return onlyParser(script, linters);
}

/** Who reads what a program prints with these further words; undefined: nobody; `notOne`: it does something else. */
type Runner = (words: readonly string[]) => string | undefined;

const notOne = 'not a runner';

/** Two runners in one script print two summaries of which a parser would see one: then nobody is believed. */
function onlyParser(script: string, runners: ReadonlyMap<string, Runner>): string | undefined {
  const commands = script.slice(0, 10_000).split(/[;&|\n]+/);
  const parsers = new Set(commands.map((command) => parserOf(command, runners)));
  parsers.delete(notOne);
  const [only] = parsers;
  return parsers.size === 1 ? only : undefined;
}

/** What the first word says that is a runner: others may stand before it, `node .../jest.js`. */
function parserOf(command: string, runners: ReadonlyMap<string, Runner>): string | undefined {
  const words = command.split(/\s+/).map((word) => word.replace(/^["']|["']$/g, ''));
  for (const [index, word] of words.entries()) {
    const runner = runners.get(programOf(word));
    const parser = runner === undefined ? notOne : runner(words.slice(index + 1));
    if (parser !== notOne) return parser;
  }
  return notOne;
}

function programOf(word: string): string {
  return word.replace(/^.*\//, '').replace(/[.](?:js|mjs|cjs)$/, '');
}

/** The value of an option, in any of its spellings. */
function option(words: readonly string[], ...names: readonly string[]): string | undefined {
  for (const [index, word] of words.entries()) {
    const name = names.find((each) => word === each || word.startsWith(`${each}=`));
    if (name !== undefined) return word === name ? words[index + 1] : word.slice(name.length + 1);
  }
  return undefined;
}

/** The parser for the reporter that was asked for; the key '' stands for none. */
function byReporter(reporters: Readonly<Record<string, string>>, ...names: readonly string[]): Runner {
  return (words) => {
    const reporter = option(words, ...names) ?? '';
    return Object.hasOwn(reporters, reporter) ? reporters[reporter] : undefined;
  };
}

const nodeTest = byReporter(
  { '': 'node-test', spec: 'node-test', tap: 'node-test', junit: 'junit' },
  '--test-reporter',
);
const node: Runner = (words) => (words.includes('--test') ? nodeTest(words) : notOne);
const jest: Runner = (words) => (words.includes('--json') ? 'jest-json' : 'jest-text');

const testRunners: ReadonlyMap<string, Runner> = new Map<string, Runner>([
  [
    'vitest',
    byReporter(
      { '': 'vitest-text', default: 'vitest-text', verbose: 'vitest-text', dot: 'vitest-text' },
      '--reporter',
    ),
  ],
  ['jest', jest],
  ['react-scripts', (words) => (words[0] === 'test' ? jest(words) : notOne)],
  [
    'mocha',
    byReporter(
      {
        '': 'mocha-text',
        spec: 'mocha-text',
        dot: 'mocha-text',
        json: 'mocha-json',
        tap: 'tap',
        xunit: 'junit',
      },
      '--reporter',
      '-R',
    ),
  ],
  ['node', node],
  ['tsx', node],
  ['tape', () => 'tap'],
  ['ava', (words) => (words.includes('--tap') || words.includes('-t') ? 'tap' : undefined)],
  ['pytest', () => 'pytest'],
  ['cargo', (words) => (words[0] === 'test' ? 'cargo-test' : notOne)],
  [
    'go',
    (words) => {
      if (words[0] !== 'test') return notOne;
      return words.includes('-json') ? 'go-test-json' : undefined;
    },
  ],
]);

const linters: ReadonlyMap<string, Runner> = new Map<string, Runner>([
  [
    'eslint',
    byReporter({ '': 'eslint-text', stylish: 'eslint-text', json: 'eslint-json' }, '-f', '--format'),
  ],
  [
    'biome',
    byReporter({ '': 'biome-text', default: 'biome-text', json: 'biome-json', sarif: 'sarif' }, '--reporter'),
  ],
  ['ruff', byReporter({ json: 'ruff-json', sarif: 'sarif' }, '--output-format')],
]);
