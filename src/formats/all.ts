// Every format there is.
import type { z } from 'zod';
import type { Contestant } from '../domain/contestant.ts';
import type { AttemptEnded, ContestOpened, JoustEvent } from '../domain/event.ts';
import { JoustError, Unplayable } from '../domain/joust-error.ts';
import { joustVersion } from '../domain/version.ts';
import type { Document } from '../views/document.ts';
import type { TestCase } from '../views/render/test-cases.ts';
import type { Format, FormatResult } from './format.ts';
import type { RecordedEntry } from './judges.ts';

/** In the order in which people meet them. Loaded when it is played or told: most commands need one of them, and some bring much along. */
const formats = {
  ask: {
    rules: async () => (await import('./ask/ask.ts')).ask,
    document: undefined,
  },
  arena: {
    rules: async () => (await import('./arena/arena.ts')).arena,
    document: () => import('./arena/document.ts'),
  },
  oracle: {
    rules: async () => (await import('./oracle/oracle.ts')).oracle,
    document: () => import('./oracle/document.ts'),
  },
  distill: {
    rules: async () => (await import('./distill/distill.ts')).distill,
    document: () => import('./distill/document.ts'),
  },
  debate: {
    rules: async () => (await import('./debate/debate.ts')).debate,
    document: () => import('./debate/document.ts'),
  },
  vote: {
    rules: async () => (await import('./vote/vote.ts')).vote,
    document: () => import('./vote/document.ts'),
  },
  tournament: {
    rules: async () => (await import('./tournament/tournament.ts')).tournament,
    document: () => import('./tournament/document.ts'),
  },
  review: {
    rules: async () => (await import('./review/review.ts')).review,
    document: () => import('./review/document.ts'),
  },
  race: {
    rules: async () => (await import('./race/race.ts')).race,
    document: () => import('./race/document.ts'),
  },
  brief: {
    rules: async () => (await import('./brief/brief.ts')).brief,
    document: () => import('./brief/document.ts'),
    entries: () => import('./brief/field.ts'),
  },
  consult: {
    rules: async () => (await import('./consult/consult.ts')).consult,
    document: () => import('./consult/document.ts'),
  },
  judge: {
    rules: async () => (await import('./judge/judge.ts')).judge,
    document: () => import('./judge/document.ts'),
  },
  calibrate: {
    rules: async () => (await import('./calibrate/calibrate.ts')).calibrate,
    document: () => import('./calibrate/document.ts'),
  },
  suite: {
    rules: async () => (await import('./suite/suite.ts')).suite,
    document: () => import('./suite/document.ts'),
  },
  analyze: {
    rules: async () => (await import('./analyze/analyze.ts')).analyze,
    document: () => import('./analyze/document.ts'),
  },
  'cross-examine': {
    rules: async () => (await import('./cross-examine/cross-examine.ts')).crossExamine,
    document: () => import('./cross-examine/document.ts'),
  },
};

/** Each of them by its name, as it is typed. */
export type Formats = {
  [Name in keyof typeof formats]: Awaited<ReturnType<(typeof formats)[Name]['rules']>>;
};

type Registered = (typeof formats)[keyof typeof formats];
export type AnyFormat = Awaited<ReturnType<Registered['rules']>>;
/** What any of them comes to. */
export type AnyResult = NonNullable<Awaited<ReturnType<AnyFormat['play']>>['result']>;

/** How it is told; `id` is that of the contest, for commands to go on with. */
interface Telling {
  document(result: AnyResult, id: string): Document;
  /** The same as test cases, where it has any. */
  cases?(result: AnyResult): readonly TestCase[];
}

/** What its record holds to judge, where that is more than the last ok answer of each contestant. */
interface Field {
  entries(
    opened: ContestOpened,
    events: readonly JoustEvent[],
  ): { readonly roster: readonly Contestant[]; readonly entries: readonly RecordedEntry[] };
}

interface Listed {
  rules(): Promise<AnyFormat>;
  document: (() => Promise<Telling>) | undefined;
  entries?(): Promise<Field>;
}

const byName: Record<string, Listed> = { ...formats };

/** One of an extension, described before; it is known in this process from now on. */
export function addFormat(
  format: Format<FormatResult>,
  document?: (result: never, id: string) => Document,
): void {
  const told = (document ?? plainDocument) as Telling['document'];
  byName[format.name] = {
    // Whoever holds a format never asks which it is.
    rules: async () => format as AnyFormat,
    document: async () => ({ document: told }),
  };
}

const plainDocument = (result: unknown): Document => [
  { type: 'quote', text: JSON.stringify(result, undefined, 2) },
];

/** Undefined: they are the last ok answers. */
export async function fieldOnRecord(
  opened: ContestOpened,
  events: readonly JoustEvent[],
): Promise<ReturnType<Field['entries']> | undefined> {
  const { format } = opened;
  const field = Object.hasOwn(byName, format) ? await byName[format]?.entries?.() : undefined;
  return field?.entries(opened, events);
}

export async function formatNamed(name: string): Promise<AnyFormat> {
  const found = await load(name);
  if (found !== undefined) return found;
  throw new JoustError(`there is no format ${name}`, {
    code: 'usage',
    setting: 'format',
    hint: `There are: ${Object.keys(byName).join(', ')}. One of an extension is known where \`extensions\` in the config names it.`,
  });
}

async function load(name: string): Promise<AnyFormat | undefined> {
  return Object.hasOwn(byName, name) ? await byName[name]?.rules() : undefined;
}

/** What a contest came to, as it is told on every surface. */
export async function documentOf(format: string, result: AnyResult, id: string): Promise<Document> {
  const telling = await tellingOf(format);
  if (telling === undefined) throw new Error(`there is no document of the format ${format}`);
  return telling.document(result, id);
}

export async function testCasesOf(format: string, result: AnyResult): Promise<readonly TestCase[]> {
  return (await tellingOf(format))?.cases?.(result) ?? [];
}

async function tellingOf(format: string): Promise<Telling | undefined> {
  return Object.hasOwn(byName, format) ? await byName[format]?.document?.() : undefined;
}

/** All that joust brings, for whoever describes them: schemas, tables of options, forms. */
export async function everyFormat(): Promise<readonly AnyFormat[]> {
  return await Promise.all(Object.values(formats).map(({ rules }) => rules()));
}

/** What each of them may come to, for schemas. */
export async function resultSchemas(): Promise<readonly z.ZodType<AnyResult>[]> {
  return (await everyFormat()).flatMap(({ result }) => (result === undefined ? [] : [result]));
}

/** The rules a contest was opened under; others would silently tell another story. */
export async function formatOf(
  opened: Pick<ContestOpened, 'format' | 'formatVersion' | 'joustVersion' | 'options'>,
): Promise<AnyFormat> {
  const { format } = opened;
  const found = await load(format);
  const why = found === undefined ? 'is not known' : otherRules(found, opened);
  if (found !== undefined && why === undefined) return found;
  // What is wrong for the joust that opened it is right for no other.
  const Kind = found !== undefined && opened.joustVersion === joustVersion ? Unplayable : JoustError;
  throw new Kind(`this joust cannot play the contest on: its format ${format} ${why}`, {
    code: 'config',
    hint: 'Play it with the version of joust that opened it; what is on record can still be shown.',
  });
}

function otherRules(
  { version, oldest = version, issuesOf }: AnyFormat,
  opened: Pick<ContestOpened, 'formatVersion' | 'options'>,
): string | undefined {
  if (opened.formatVersion > version || opened.formatVersion < oldest)
    return `has version ${version}, the contest was opened under ${opened.formatVersion}`;
  const [issue] = issuesOf(opened.options);
  if (issue === undefined) return undefined;
  const names = issue.code === 'unrecognized_keys' ? issue.keys : issue.path;
  return `has other options now (${names.join(', ')})`;
}

/** Which answers are shown as they land. */
export async function answersShown(
  opened: Pick<ContestOpened, 'format' | 'options'>,
): Promise<(end: AttemptEnded) => boolean> {
  const found = await load(opened.format);
  return found?.shows(opened) ?? (({ role }) => role === undefined);
}
