// How well verdicts are read: readChoice over judges' replies as written, per source; then what adaptive pairing saves and how
// long a bracket takes. Run by `node scripts/bench-judging.ts`.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type Choice, readChoice } from '../src/judging/read-choice.ts';
import { benchAdaptive } from './bench-adaptive.ts';
import { benchBracket } from './bench-bracket.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.env['JOUST_BENCH_DATA'] ?? join(repository, '../shared/data'), 'raw_verdicts');

/** A reply with the verdict it was labelled with; null where it was labelled as having none. */
interface Case {
  readonly source: string;
  readonly text: string;
  readonly labels: readonly [string, string];
  readonly truth: string | null;
  /** The label contradicts what the reply plainly says. */
  readonly doubtful: boolean;
}

/** What came in place of a judge's reply in audits of such data, and kin. */
const errorTexts = [
  '429 Too Many Requests',
  'Error: 429 Too Many Requests. Limit: 2 per minute.',
  'HTTP 500 Internal Server Error',
  '502 Bad Gateway',
  'Error code: 401 - {"error": {"message": "Incorrect API key", "param": "A"}}',
  '{"error": {"type": "overloaded_error", "message": "Overloaded"}}',
  'Rate limit reached for model B. Please try again in 2s. Visit https://example.com/a to learn more.',
  'You have hit your usage limit. Upgrade to plan A or try again at 1:00.',
  'openai.APIConnectionError: Connection error. Winner: A',
  'Request timed out.',
];

if (existsSync(folder)) report([...llmBar(), ...alpacaEval()]);
else
  console.log(
    `Skipped: no judgement data in ${folder}. Set JOUST_BENCH_DATA to the folder that holds raw_verdicts/.`,
  );
benchAdaptive(resolve(folder, '..'));
benchBracket();

/** Some methods ask for a label alone, some for reasons first; the second kind is prose. */
function llmBar(): Case[] {
  return rows('llmbar.jsonl.gz').map((row) => {
    const text = String(row['text']);
    const presented = String(row['presented']);
    const said = [...text.matchAll(/(?<!neither )Output \(([ab])\) (?:is better|as the better)/gu)].map(
      ([, letter]) => letter?.toUpperCase(),
    );
    const agreed = said.length > 0 && said.every((letter) => letter === said[0]) ? said[0] : undefined;
    const method = /CoT|Swap/u.test(String(row['method'])) ? 'reasons' : 'label only';
    return {
      source: `llmbar ${row['judge']}, ${method}`,
      text,
      labels: ['A', 'B'],
      truth: presented === '' ? null : presented,
      doubtful: agreed !== undefined && agreed !== presented,
    };
  });
}

/** Where the key of the letters was not kept, the truth is whoever has rank 1, read by a plain pattern. */
function alpacaEval(): Case[] {
  return rows('alpaca_eval.jsonl.gz').map((row) => {
    const text = String(row['text']);
    const key = row['referenced_models'];
    const firsts = [...text.matchAll(/['"]model['"]:\s*['"](\w+)['"],\s*['"]rank['"]:\s*1\b/gu)].map(
      ([, name]) => name ?? '',
    );
    const preferred = Object.entries(key ?? {}).find(
      ([, output]) => output === `output_${Number(row['preference'])}`,
    )?.[0];
    // Two in the first place are a tie; the origin drew lots.
    const truth = firsts.length > 1 ? 'tie' : ((key ? preferred : firsts[0]) ?? null);
    return {
      source: `alpaca_eval ${row['annotator']}${key ? '' : ', no key'}`,
      text,
      labels: text.includes('model_1') ? ['model_1', 'model_2'] : ['m', 'M'],
      truth,
      doubtful: false,
    };
  });
}

function rows(file: string): Record<string, unknown>[] {
  const lines = gunzipSync(readFileSync(join(folder, file)))
    .toString('utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

function report(cases: readonly Case[]): void {
  const started = performance.now();
  const read = cases.map((one) => {
    const choice = readChoice(one.text, { labels: one.labels, entries: [] });
    return { ...one, read: said(choice), why: choice.type === 'none' ? '' : choice.rationale };
  });
  const elapsedMs = performance.now() - started;
  const sources = Map.groupBy(read, ({ source }) => source);
  console.table(
    [...sources].toSorted(([a], [b]) => a.localeCompare(b)).map(([source, list]) => row(source, list)),
  );
  const unlabelled = read.filter(({ truth }) => truth === null);
  const count = (choice: string) => unlabelled.filter((one) => one.read === choice).length;
  console.log(
    `Labelled as no verdict: ${unlabelled.length}; read as A ${count('A')}, as B ${count('B')}, as tie ${count('tie')}, as none ${count('none')}.`,
  );
  for (const [words, list] of Map.groupBy(
    unlabelled.filter(({ why }) => why !== ''),
    ({ why }) => why,
  )) {
    if (list[0]?.read !== 'tie') console.log(`  ${list.length} x ${list[0]?.read}: ${words}`);
  }
  console.log(`Error texts read as a verdict: ${errorsRead()} of ${errorTexts.length * 3}.`);
  console.log(`${cases.length} replies in ${elapsedMs.toFixed(0)} ms.`);
  if (process.argv.includes('--failures')) for (const one of read) showFailure(one);
}

function row(source: string, list: readonly (Case & { readonly read: string })[]): Record<string, unknown> {
  const labelled = list.filter(({ truth }) => truth !== null);
  const agree = labelled.filter(({ read, truth }) => read === truth);
  const none = labelled.filter(({ read }) => read === 'none');
  const wrong = labelled.filter(({ read, truth }) => read !== truth && read !== 'none');
  const sound = labelled.filter(({ doubtful }) => !doubtful);
  const soundAgree = sound.filter(({ read, truth }) => read === truth);
  return {
    source,
    n: labelled.length,
    agree: agree.length,
    none: none.length,
    wrong: wrong.length,
    accuracy: percent(agree.length, labelled.length),
    'label contradicts text': labelled.length - sound.length,
    'accuracy without': percent(soundAgree.length, sound.length),
  };
}

function percent(part: number, whole: number): string {
  return whole === 0 ? 'unknown' : `${((100 * part) / whole).toFixed(2)} %`;
}

function said(choice: Choice): string {
  return choice.type === 'label' ? choice.label : choice.type;
}

function errorsRead(): number {
  const asked = [
    ['A', 'B'],
    ['1', '2'],
    ['A', 'B', 'C'],
  ];
  return errorTexts
    .flatMap((text) => asked.map((labels) => readChoice(text, { labels, entries: [] })))
    .filter(({ type }) => type !== 'none').length;
}

function showFailure({ source, text, truth, read, doubtful }: Case & { readonly read: string }): void {
  if (read !== (truth ?? 'none'))
    console.log(
      JSON.stringify({ source, truth, read, doubtful, head: text.slice(0, 160), tail: text.slice(-320) }),
    );
}
