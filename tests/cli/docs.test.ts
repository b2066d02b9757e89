// The documentation is true: every console block is run and compared, every command and option named exists, every link leads
// somewhere. Pages follow the program with: JOUST_DOCS=write npx vitest run tests/cli/docs.test.ts
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describedFormats } from '../../src/domain/settings/settings.ts';
import { parseLine } from '../../src/surfaces/cli/grammar/arguments.ts';
import { commands } from '../../src/surfaces/cli/grammar/commands.ts';
import {
  codeBlocks,
  examplesOf,
  isAsPrinted,
  joustLines,
  rewritten,
  runExamples,
} from '../setup/documentation.ts';
import { root } from '../setup/project.ts';

const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root }).toSorted()];
const isWriting = process.env['JOUST_DOCS'] === 'write';

const textOf = (page: string) => readFileSync(join(root, page), 'utf8');

describe.concurrent.each(pages.filter((page) => examplesOf(textOf(page)).length > 0))('%s', (page) => {
  it('shows what its commands print', async () => {
    const text = textOf(page);
    const examples = examplesOf(text);
    const outputs = await runExamples(examples);
    if (isWriting) return writeFileSync(join(root, page), rewritten(text, outputs));
    for (const [at, example] of examples.entries()) {
      const printed = outputs[at] ?? [];
      if (!isAsPrinted(example, printed))
        expect([`$ ${example.command}`, ...printed].join('\n')).toBe(
          [`$ ${example.command}`, ...example.expected].join('\n'),
        );
    }
  }, 300_000);
});

/** Decisions name options of other programs too. */
const roots = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'GLOSSARY.md', 'examples/README.md'];
const ofUs = ['skills/joust/SKILL.md', ...roots, ...pages].filter(
  (page) => !page.startsWith('docs/decisions/'),
);

it.each(ofUs)('%s names commands and options that exist', (page) => {
  const text = textOf(page);
  const lines = codeBlocks(text).flatMap(({ language, lines: all }) => {
    if (language === 'sh') return all;
    if (language === '') return all.filter((line) => line.startsWith('joust '));
    return language === 'console' ? all.filter((line) => line.startsWith('$ ')) : [];
  });
  const inline = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, code = '']) => code,
  );
  expect([...lines, ...inline].flatMap(unknownIn)).toEqual([]);
  for (const line of lines.flatMap(joustLines)) checkLine(line);
});

it.each([...roots, ...pages])('%s links to files that exist', (page) => {
  const prose = textOf(page).replaceAll(/^```.*?^```/gms, '');
  const links = [...prose.matchAll(/\]\(([^)#\s]+)[^)]*\)|(?:src|srcset|href)="([^"#]+)"/g)].map(
    ([, link, source]) => link ?? source ?? '',
  );
  const missing = links.filter(
    (link) => !/^https?:/.test(link) && !existsSync(join(root, dirname(page), link)),
  );
  expect(missing).toEqual([]);
});

it('every format has a page', () => {
  // Those without a command of their name stand on the page of the commands that play them.
  const missing = describedFormats.filter(
    ({ name, command }) => command !== 'own' && !pages.includes(`docs/formats/${name}.md`),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

it('the README stays short', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(201);
});

/** A question alone is an ask, and help is no command. */
function checkLine([first = '', ...rest]: readonly string[]): void {
  if (/\s/.test(first)) parseLine(['ask', first, ...rest], commands);
  else if (first !== 'help') parseLine([first, ...rest], commands);
}

const everyOption = new Set(['help', 'version', ...commands.flatMap(({ options }) => Object.keys(options))]);

/** What a line of code names of joust that is not there: `joust COMMAND --option`, or an option alone. */
function unknownIn(code: string): readonly string[] {
  // What is quoted is said to agents, and what stands behind a pipe or a # is another matter.
  const parts = code
    .replaceAll(/"[^"]*"|'[^']*'/g, 'TEXT')
    .replace(/\s#.*/, '')
    .split(/\||&&|;|\$\(/);
  return parts.flatMap((part) => {
    const words = part.trim().split(/\s+/);
    if (words[0]?.startsWith('-')) return unknownOptions(words.slice(0, 1), everyOption);
    const [first = '', ...rest] = words.slice(words.indexOf('joust') + 1);
    if (!words.includes('joust') || !/^[a-z]/.test(first) || first === 'help') return [];
    const hasActions = commands.some((one) => one.name.startsWith(`${first} `));
    if (hasActions && rest[0] === undefined) return [];
    const isCommand = commands.some((one) => one.name === first);
    const isLonger = commands.some((one) => one.name === `${first} ${rest[0]}`);
    const name = hasActions && (isLonger || !isCommand) ? `${first} ${rest[0]}` : first;
    const command = commands.find((one) => one.name === name);
    if (command === undefined) return [`joust ${name}`];
    return unknownOptions(rest, new Set(['help', ...Object.keys(command.options)])).map(
      (option) => `joust ${name} ${option}`,
    );
  });
}

function unknownOptions(words: readonly string[], known: ReadonlySet<string>): readonly string[] {
  return words
    .map((word) => /^--[a-z-]+/.exec(word)?.[0])
    .filter((option) => option !== undefined)
    .filter((option) => !known.has(option.slice(2)));
}
