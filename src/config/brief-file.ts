// brief.yaml: what a brief's folder says of itself, read and checked before anything is spent.
import { type Actor, limitMs, type Resources, readActors, readResources } from './brief/actors.ts';
import {
  type ActorWords,
  actor,
  type BriefTable,
  briefKeys,
  briefSchema,
  policies,
} from './brief/brief-schema.ts';
import { namingTexts, trustReasons } from './brief/trust-reasons.ts';
import {
  keyName,
  problemsIn,
  readYaml,
  schemaProblems,
  valueAt,
  type YamlProblem,
  type YamlText,
} from './brief/yaml-text.ts';
import { type Entry, excerpt, visible } from './config.ts';
import { runsModel } from './project-rule.ts';
import { checkedRubric, type RubricFile, rubricHint, rubricShape } from './rubric-file.ts';

/** Somebody of the brief: the name in this brief, and what it is, in the terms of [contestants.NAME] of the config. */
export type BriefActor = Actor;
export type BriefResources = Resources;

export interface BriefFile {
  readonly name: string;
  /** Which template it was made from; the tag of its contests. */
  readonly template?: string;
  readonly contestants: readonly BriefActor[];
  /** Absent: joust chooses. */
  readonly judges?: readonly BriefActor[];
  readonly rubric?: RubricFile;
  readonly judging: {
    readonly selfJudging: 'exclude' | 'warn' | 'allow';
    readonly strict: boolean;
    readonly oneAtATime: boolean;
  };
  /** Below out/, with `/`. */
  readonly required: readonly string[];
  readonly timeoutMs: number;
  readonly judgeTimeoutMs: number;
  readonly consult: { readonly reviewers?: readonly BriefActor[]; readonly timeoutMs?: number };
  readonly resources?: BriefResources;
  readonly sandbox?: 'none' | 'os' | 'container';
  /** Of the container; it needs trust. */
  readonly image?: string;
  /** Where a key stands, for messages: 1 where it does not. */
  lineOf(...path: readonly (string | number)[]): number;
}

const defaultTimeoutMs = 1_800_000;
const defaultJudgeTimeoutMs = 900_000;

/** `agents`: those that are built in; without them no flavor is looked up here. */
export function readBriefFile(text: string, path: string, agents?: readonly string[]): BriefFile {
  const yaml = readYaml(text, path);
  const { table, problems: ofSchema } = readTable(yaml);
  const required = readRequired(table, yaml);
  const people = readPeople(table, { yaml, agents });
  const { rubric, problems: ofRubric } = rubricOf(table, yaml);
  const problems = [
    ...ofSchema,
    ...twice(yaml),
    ...ofName(table, yaml),
    ...people.problems,
    ...required.problems,
    ...ofRubric,
  ];
  if (problems.length > 0) throw problemsIn(path, problems);
  const { template, judging, resources, sandbox, image, consult } = table;
  const reviewMs = limitMs(consult?.timeout_s, consult?.timeout);
  return {
    name: table.name,
    template: template ?? undefined,
    contestants: people.contestants,
    judges: people.judges.length > 0 ? people.judges : undefined,
    rubric,
    judging: {
      selfJudging: policies[judging?.self_judging ?? judging?.policy ?? 'warn'],
      strict: judging?.strict ?? judging?.strict_schema ?? false,
      oneAtATime: judging?.one_at_a_time ?? false,
    },
    required: required.paths,
    timeoutMs: limitMs(table.timeout_s, table.timeout) ?? defaultTimeoutMs,
    judgeTimeoutMs: limitMs(table.judge_timeout_s, table.judge_timeout) ?? defaultJudgeTimeoutMs,
    consult: {
      reviewers: people.reviewers.length > 0 ? people.reviewers : undefined,
      timeoutMs: reviewMs,
    },
    resources: resources == null ? undefined : readResources(resources),
    sandbox: sandbox ?? undefined,
    image: image ?? undefined,
    lineOf: (...place) => yaml.lineOf(place),
  };
}

/** What waits for trust, as `joust trust` shows it: programs, addresses, variables, keys that cost, an image. `below`: the user's config. */
export function runsThings(
  file: BriefFile,
  below: ReadonlyMap<string, Entry> = new Map(),
): readonly { readonly line: number; readonly text: string }[] {
  const runs = (name: string) => runsModel(name, { below, project: new Map() });
  const { contestants, judges = [], consult, image, sandbox } = file;
  const ofActors = [...contestants, ...judges, ...(consult.reviewers ?? [])].flatMap((actor) =>
    trustReasons(actor, runs).map((reason) => ({
      line: actor.line,
      text: `${visible(actor.name)}: ${reason}`,
    })),
  );
  return [
    ...ofActors,
    ...(image === undefined
      ? []
      : [{ line: file.lineOf('image'), text: `image ${image}  # its programs run` }]),
    ...(sandbox === 'none'
      ? [{ line: file.lineOf('sandbox'), text: 'sandbox none  # nothing holds contestants back' }]
      : []),
  ];
}

/** What in it may name files of its folder, which are trusted along with it. */
export function textsThatName({ contestants, judges = [], consult }: BriefFile): readonly string[] {
  return [...contestants, ...judges, ...(consult.reviewers ?? [])].flatMap(namingTexts);
}

/** The parts that fit the schema, so that all mistakes are found at once. Refuses text that isn't a mapping. */
function readTable(yaml: YamlText): {
  readonly table: BriefTable;
  readonly problems: readonly YamlProblem[];
} {
  const checked = briefSchema.safeParse(yaml.value);
  if (checked.success) return { table: checked.data, problems: [] };
  const problems = schemaProblems(checked.error.issues, yaml, briefKeys);
  if (typeof yaml.value !== 'object' || yaml.value === null || Array.isArray(yaml.value))
    throw problemsIn(yaml.file, problems);
  const fitting = Object.entries(briefSchema.shape).flatMap(([key, field]) => {
    const read = field.safeParse(valueAt(yaml.value, [key]));
    return read.success ? [[key, read.data] as const] : [];
  });
  return { table: { name: '', ...Object.fromEntries(fitting) }, problems };
}

interface ListedActor {
  readonly words: ActorWords;
  /** Its place in the file. */
  readonly at: number;
}

/** Those that fit the schema. */
function actorsAt({ value }: YamlText, path: readonly string[]): readonly ListedActor[] {
  const list = valueAt(value, path);
  if (!Array.isArray(list)) return [];
  return list.flatMap((one, at) => {
    const read = actor.safeParse(one);
    return read.success ? [{ words: read.data, at }] : [];
  });
}

interface Reading {
  readonly yaml: YamlText;
  readonly agents: readonly string[] | undefined;
}

function readPeople(table: BriefTable, { yaml, agents }: Reading) {
  const paidKeys = table.paid_keys ?? false;
  const isThere = (name: string) => valueAt(yaml.value, [name]) != null;
  const read = (key: string, dummy: string) => {
    const listed = actorsAt(yaml, key.split('.'));
    return readActors({
      key,
      actors: listed.map(({ words }) => words),
      dummy,
      paidKeys,
      agents,
      ofFlavors: isThere('participants'),
      lineOf: (at) => yaml.lineOf([...key.split('.'), listed[at]?.at ?? at]),
    });
  };
  const key = !isThere('contestants') && isThere('participants') ? 'participants' : 'contestants';
  const contestants = read(key, 'dummy');
  const judges = read('judges', 'judge');
  const known = [...contestants.actors, ...judges.actors];
  const reviewers = withNamed(
    read('consult.reviewers', 'reviewer'),
    actorsAt(yaml, ['consult', 'reviewers']).map(({ words }) => known.findLast(({ name }) => name === words)),
  );
  const none: YamlProblem = {
    line: yaml.lineOf([key]),
    text: `${key} names nobody`,
    hint: 'Write at least one: contestants: [claude, codex]. `joust doctor` shows who can play.',
  };
  return {
    contestants: contestants.actors,
    judges: judges.actors,
    reviewers: reviewers.actors,
    problems: [
      ...(isEmpty(valueAt(yaml.value, [key])) ? [none] : []),
      ...[contestants, judges, reviewers].flatMap(({ problems }) => problems),
    ],
  };
}

function isEmpty(list: unknown): boolean {
  return list == null || (Array.isArray(list) && list.length === 0);
}

/** A reviewer may be somebody of the brief, by its name; then that is who is meant, and no agent is looked up. */
function withNamed(
  { actors, problems }: ReturnType<typeof readActors>,
  named: readonly (BriefActor | undefined)[],
): ReturnType<typeof readActors> {
  const lines = new Set(actors.flatMap(({ line }, at) => (named[at] === undefined ? [] : [line])));
  return {
    actors: actors.map((actor, at) => named[at] ?? actor),
    problems: problems.filter(({ line }) => !lines.has(line)),
  };
}

/** The same thing said in two words: nobody knows which holds. */
function twice(yaml: YamlText): readonly YamlProblem[] {
  const actors = ['contestants', 'participants', 'judges'].flatMap((key) =>
    actorsAt(yaml, [key]).map(({ at }) => [key, at]),
  );
  return [[], ['judging'], ['consult'], ...actors].flatMap((path) =>
    synonyms.flatMap(([ours, theirs]): YamlProblem[] => {
      const has = (key: string) => valueAt(yaml.value, [...path, key]) != null;
      if (!has(ours) || !has(theirs)) return [];
      const line = Math.max(yaml.lineOf([...path, ours]), yaml.lineOf([...path, theirs]));
      const where = path.length === 0 ? '' : `${keyName(path)} `;
      return [
        {
          line,
          text: `${where}has both ${ours} and ${theirs}, which are the same`,
          hint: `Keep one of them: ${ours} is joust's word, ${theirs} multicooker's.`,
        },
      ];
    }),
  );
}

const synonyms = [
  ['contestants', 'participants'],
  ['timeout', 'timeout_s'],
  ['judge_timeout', 'judge_timeout_s'],
  ['self_judging', 'policy'],
  ['strict', 'strict_schema'],
  ['agent', 'flavor'],
] as const;

function ofName({ name }: BriefTable, yaml: YamlText): readonly YamlProblem[] {
  if (name !== 'PLACEHOLDER') return [];
  const hint = 'Write the name of the brief there, as its folder is called.';
  return [{ line: yaml.lineOf(['name']), text: 'name is still PLACEHOLDER', hint }];
}

function readRequired({ outputs }: BriefTable, yaml: YamlText) {
  const problems: YamlProblem[] = [];
  const paths = (outputs?.required ?? []).map((one, at) => {
    const path = typeof one === 'string' ? one : one.path;
    const why = pathTrouble(path);
    if (why !== undefined)
      problems.push({
        line: yaml.lineOf(['outputs', 'required', at]),
        text: `the required output ${excerpt(JSON.stringify(path))} ${why}`,
        hint: 'Write the path of a file below out/, such as RESULT.md or docs/PLAN.md.',
      });
    return belowOut(path);
  });
  return { paths: [...new Set(paths)], problems };
}

function belowOut(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return (parts[0] === 'out' ? parts.slice(1) : parts).join('/');
}

/** As the end of a sentence; undefined: it is one below out/. */
function pathTrouble(path: string): string | undefined {
  if (/^(?:[/~]|[A-Za-z]:)/.test(path)) return 'is an absolute path';
  if (path.split('/').includes('..')) return 'leaves the folder';
  if (path.includes('\\')) return 'has a backslash in it';
  if (/[\p{Cc}\p{Cf}]/u.test(path)) return 'has a character in it that cannot be seen';
  if (path.endsWith('/') || belowOut(path) === '') return 'is a folder';
  return path.length > 200 ? 'is longer than 200 characters' : undefined;
}

function rubricOf(
  { rubric }: BriefTable,
  yaml: YamlText,
): { readonly rubric?: RubricFile | undefined; readonly problems: readonly YamlProblem[] } {
  if (rubric == null) return { problems: [] };
  const checked = checkedRubric(rubric, { sum: 100 });
  const unknown = (rubricShape.safeParse(rubric).error?.issues ?? [])
    .filter(({ code }) => code === 'unrecognized_keys')
    .map((issue) => ({ ...issue, path: ['rubric', ...issue.path] }));
  const others = checked.problems.filter((one) => one.unknown !== true);
  return {
    rubric: checked.rubric,
    problems: [
      ...schemaProblems(unknown, yaml, briefKeys),
      ...others.map(({ path, text }) => ({
        line: yaml.lineOf(['rubric', ...path]),
        text: `the rubric: ${text}`,
        hint: rubricHint,
      })),
    ],
  };
}
