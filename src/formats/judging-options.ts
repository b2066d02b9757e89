// The settings of every format in which somebody judges, and from them who judges and how.

import { z } from 'zod';
import { type RubricFile, readRubric } from '../config/rubric-file.ts';
import { blobRefSchema } from '../domain/change.ts';
import type { Contestant } from '../domain/contestant.ts';
import { aboutSetting, JoustError } from '../domain/joust-error.ts';
import { textRule } from '../domain/settings/rule.ts';
import { type Content, setting } from '../domain/settings/setting.ts';
import { specShape } from '../domain/settings/shapes.ts';
import type { Weights } from '../judging/panel/judge-choice.ts';
import type { WeighedJudge } from '../ranking/agreement/judge-record.ts';
import { weighedLines } from '../views/judge-words.ts';
import type { Scene } from './scene.ts';

const specs = {
  type: 'list',
  shape: specShape,
  expected: 'contestants such as "claude/opus"',
  repeated: true,
} as const;

export const evenSetting = {
  even: setting(
    { type: 'switch' },
    { group: 'judging', help: "even out Markdown in judges' copies: headings, bold type, tables" },
  ),
};

/** Absent in records: copies are as they were written. */
export const evenOption = { even: z.literal(true).optional() };

export const weighings = ['record', 'equal'] as const;

export const judgeSettings = {
  judge: setting(specs, {
    short: 'j',
    value: 'SPEC',
    help: 'a judge (default: the first usable one of a family that does not play, else one of each family)',
    complete: 'contestant',
  }),
  orders: setting(
    { type: 'word', words: ['one', 'both'] },
    {
      group: 'judging',
      value: 'one|both',
      help: 'how often a judge sees a pair (default both up to 6 contestants)',
    },
  ),
  selfJudging: setting(
    { type: 'word', words: ['exclude', 'warn', 'allow'] },
    {
      value: 'RULE',
      group: 'judging',
      help: "a judge's verdict where one side is of its own family: exclude (default), warn or allow",
    },
  ),
  ...evenSetting,
  weights: setting(
    { type: 'word', words: weighings },
    {
      value: 'record|equal',
      group: 'judging',
      help: "how much judges count: by each one's record (default; see joust judges), or all the same",
    },
  ),
};

export const paraphraseSetting = {
  paraphrase: setting(textRule, {
    value: 'SPEC',
    group: 'judging',
    help: 'have this one restate the entries before judges see them, to hide their style',
    complete: 'contestant',
  }),
};

export const rubricSetting = {
  rubric: setting(
    { type: 'content' },
    {
      often: true,
      value: 'FILE',
      help: 'judges score on the dimensions of this YAML or JSON file instead of comparing pairs',
      complete: 'file',
    },
  ),
};

/** One judge's word on a pair, as results tell it. */
export const judgeWord = z.strictObject({
  judge: z.string(),
  word: z.string().describe('a contestant, tie or none'),
  flipped: z.boolean(),
  setAside: z.string().optional(),
  rationale: z.string().optional(),
});

const share = z.number().describe('from 0 to 1');

/** One line of a standing from pairs. */
export const standingRow = z.strictObject({
  contestant: z.string(),
  rating: z.number(),
  low: z.number(),
  high: z.number(),
  probabilityBest: share,
  tiedForBest: z.boolean().describe('cannot be told apart from the best'),
});

export const evenStanding = z
  .array(standingRow)
  .optional()
  .describe("the standing with the judges' lean to length and style taken out; absent: none is known");

/** How much a judge counts, as recorded and as results tell it. */
export const weighedJudge = z.strictObject({
  judge: z.string(),
  weight: z.number().describe("1 is a judge's share where all count the same"),
  why: z.string(),
  leans: z
    .strictObject({ length: z.number().optional(), style: z.number().optional() })
    .optional()
    .describe('logits by which its record says it leans'),
});

export const judgeOptions = {
  /** What was known of them; absent: a contest of before there were records. Empty: all count the same. */
  weighed: z.array(weighedJudge).optional(),
  judges: z.array(z.string()),
  orders: z.enum(['one', 'both']),
  selfJudging: z.enum(['exclude', 'warn', 'allow']),
  ...evenOption,
};

/** What is judged: contestants of the roster, and where their entries are. */
export const recordedEntries = z.array(
  z.object({
    contestant: z.string(),
    key: z.string(),
    answer: blobRefSchema.optional(),
    folder: z.array(z.object({ path: z.string(), content: blobRefSchema })).optional(),
  }),
);

export const rubricSchema = z.object({
  dimensions: z.array(
    z.object({
      name: z.string(),
      min: z.number(),
      max: z.number(),
      weight: z.number(),
      about: z.string().optional(),
    }),
  ),
});

/** Above this many contestants both orders cost more than they tell. */
const bothOrdersUpTo = 6;

export interface JudgingRequest {
  readonly judge?: readonly string[] | undefined;
  readonly orders?: 'one' | 'both' | undefined;
  readonly selfJudging?: 'exclude' | 'warn' | 'allow' | undefined;
  readonly even?: boolean | undefined;
  readonly weights?: (typeof weighings)[number] | undefined;
}

export interface Judging {
  /** They go into the options of the contest. */
  readonly options: {
    readonly judges: readonly string[];
    readonly orders: 'one' | 'both';
    readonly selfJudging: 'exclude' | 'warn' | 'allow';
    readonly even?: true;
    readonly weighed?: z.output<typeof weighedJudge>[];
  };
  readonly staff: readonly Contestant[];
  readonly notes: readonly string[];
}

export async function judgingOf(
  { judge = [], orders, selfJudging = 'exclude', even = false, weights = 'record' }: JudgingRequest,
  scene: Scene,
): Promise<Judging> {
  const chosen = await scene.chooseJudges(judge.filter((spec) => spec.trim() !== ''));
  const weighed = weights === 'equal' ? [] : await scene.weighed(chosen.judges);
  const usual = scene.roster.length <= bothOrdersUpTo ? 'both' : 'one';
  return {
    staff: chosen.staff,
    notes: [chosen.note, ...(chosen.ofOwnMaker ? ownMaker[selfJudging] : []), ...weighedLines(weighed)],
    options: {
      judges: chosen.judges.map(({ name }) => name),
      orders: orders ?? usual,
      selfJudging,
      even: even || undefined,
      weighed: weighed.map((one) => ({ ...one })),
    },
  };
}

/** By judge; undefined: all count the same. */
export function weightsIn(
  weighed: readonly Pick<WeighedJudge, 'judge' | 'weight'>[] | undefined,
): Weights | undefined {
  return weighed === undefined || weighed.length === 0
    ? undefined
    : new Map(weighed.map(({ judge, weight }) => [judge, weight]));
}

const ownMaker = {
  exclude: ["Where an entry is by a model of the judge's own maker, its word on it does not count."],
  warn: ["Some entries are by models of a judge's own maker: its word on them counts, and that is said."],
  allow: [],
} as const;

/** What is said where a judge would judge its own family. */
export const ownMakerNotes: readonly string[] = Object.values(ownMaker).flat();

/** Who restates the entries before judges see them, and everybody who serves with it. */
export function paraphraserOf(
  spec: string | undefined,
  staff: readonly Contestant[],
  scene: Scene,
): { readonly name: string | null; readonly staff: readonly Contestant[] } {
  if (spec === undefined) return { name: null, staff };
  const { name, staff: more } = scene.serving(spec, 'paraphrase');
  return { name, staff: staff.some((one) => one.name === name) ? staff : [...staff, ...more] };
}

/** The contest it is about, for formats that are played on entries. */
export function subjectOf({ subject }: Scene): NonNullable<Scene['subject']> {
  if (subject !== undefined) return subject;
  throw new JoustError('this is played on the entries of a contest on record, and none is named', {
    code: 'usage',
    setting: 'subject',
    hint: 'Name one by its id; joust list shows what there is.',
  });
}

export function rubricSaid({ text, name }: Content): RubricFile {
  return aboutSetting('rubric', () => readRubric(text, name));
}
