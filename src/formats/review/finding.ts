// A finding as a reviewer hands it in, and what is read from replies: findings, requirements, groups and second opinions.
import { z } from 'zod';
import { JoustError } from '../../domain/joust-error.ts';
import type { Content } from '../../domain/settings/setting.ts';
import { fieldOf, jsonInText } from '../../judging/text/json-in-text.ts';
import { spokenPart } from '../../judging/verdict/read-verdict.ts';

/** From the worst on. */
export const severities = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof severities)[number];

const line = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^\d{1,9}/)
    .transform((text) => Number.parseInt(text, 10)),
]);
const severity = z.preprocess(
  (said) => (typeof said === 'string' ? said.trim().toLowerCase() : said),
  z.enum(severities),
);

const findingSchema = z.object({
  file: z.string().min(1).max(1000),
  line: line.nullish().catch(undefined),
  severity,
  claim: z.string().min(1).max(10_000),
  suggestion: z.string().max(10_000).nullish().catch(undefined),
});

export interface Finding {
  readonly file: string;
  readonly line?: number;
  readonly severity: Severity;
  readonly claim: string;
  readonly suggestion?: string;
}

const answers = ['met', 'not met', 'partly', 'cannot tell'] as const;
export type Met = (typeof answers)[number];

export interface ReadReview {
  readonly findings: readonly Finding[];
  readonly requirements: ReadonlyMap<string, { readonly met: Met; readonly reason: string }>;
}

/** Undefined: the reply holds no list of findings, or not one of them can be read. */
export function readReview(reply: string): ReadReview | undefined {
  const found = jsonInText(spokenPart(reply)).map(({ value }) => value);
  const said = found.findLast((value) => Array.isArray(fieldOf(value, 'findings')));
  const list = fieldOf(said, 'findings');
  if (!Array.isArray(list)) return undefined;
  const findings = list.flatMap((one) => findingOf(one));
  if (list.length > 0 && findings.length === 0) return undefined;
  return { findings, requirements: requirementsSaid(fieldOf(said, 'requirements')) };
}

function findingOf(value: unknown): readonly Finding[] {
  const read = findingSchema.safeParse(value);
  if (!read.success) return [];
  const { file, line: at, suggestion, ...rest } = read.data;
  return [
    {
      ...rest,
      file: file.replace(/^\.?\/+/, ''),
      line: typeof at === 'number' ? at : undefined,
      suggestion: typeof suggestion === 'string' && suggestion !== '' ? suggestion : undefined,
    },
  ];
}

function requirementsSaid(value: unknown): ReadReview['requirements'] {
  if (!Array.isArray(value)) return new Map();
  return new Map(
    value.flatMap((one) => {
      const [id, met, reason] = [
        fieldOf(one, 'id'),
        wordOf(fieldOf(one, 'met'), answers),
        fieldOf(one, 'reason'),
      ];
      return typeof id === 'string' && met !== undefined
        ? [[id.trim(), { met, reason: typeof reason === 'string' ? reason : '' }] as const]
        : [];
    }),
  );
}

const opinions = ['real', 'not real', 'cannot tell'] as const;
export type Opinion = (typeof opinions)[number];

export interface SecondOpinion {
  readonly opinion: Opinion;
  readonly reason: string;
}

/**
 * Opinions by label, read only from an object with the nonce. An answer about a finding that this reviewer wasn't asked
 * about doesn't count, nor do two answers about one finding that differ. Undefined: no finding has a readable answer.
 */
export function readOpinions(
  reply: string,
  { nonce, asked }: { readonly nonce: string; readonly asked: readonly string[] },
): ReadonlyMap<string, SecondOpinion> | undefined {
  const [said = []] = saidWith(reply, nonce, 'answers');
  const read = said.flatMap((one) => {
    const [label, reason] = [fieldOf(one, 'finding'), fieldOf(one, 'reason')];
    const opinion = wordOf(fieldOf(one, 'verdict'), opinions);
    return typeof label === 'string' && opinion !== undefined
      ? [{ label: label.trim(), opinion, reason: typeof reason === 'string' ? reason : '' }]
      : [];
  });
  const found = new Map<string, SecondOpinion>();
  for (const label of asked) {
    const [first, ...others] = read.filter((one) => one.label === label);
    if (first === undefined || others.some(({ opinion }) => opinion !== first.opinion)) continue;
    found.set(label, { opinion: first.opinion, reason: first.reason });
  }
  return found.size === 0 ? undefined : found;
}

/** Which labels mean the same; a label that stands in two groups makes it unreadable. */
export function readSame(
  reply: string,
  { nonce, labels }: { readonly nonce: string; readonly labels: readonly string[] },
): readonly (readonly string[])[] | undefined {
  const [said] = saidWith(reply, nonce, 'groups');
  const groups = said?.map((group) =>
    Array.isArray(group) ? group.filter((one): one is string => labels.includes(String(one))) : [],
  );
  const all = groups?.flat() ?? [];
  return groups !== undefined && new Set(all).size === all.length ? groups : undefined;
}

/** Lists that stand beside the nonce; two that differ are none. */
function saidWith(reply: string, nonce: string, name: string): readonly (readonly unknown[])[] {
  const lists = jsonInText(spokenPart(reply)).flatMap(({ value }) => {
    const list = fieldOf(value, name);
    return fieldOf(value, 'nonce') === nonce && Array.isArray(list) ? [list as readonly unknown[]] : [];
  });
  return new Set(lists.map((one) => JSON.stringify(one))).size > 1 ? [] : lists;
}

function wordOf<T extends string>(value: unknown, words: readonly T[]): T | undefined {
  const said =
    typeof value === 'string'
      ? value
          .trim()
          .toLowerCase()
          .replaceAll(/[\s_-]+/g, ' ')
      : '';
  return words.find((word) => word === said);
}

const mostRequirements = 60;

/** One for each list item; without any, one for each paragraph. Headings are none. */
export function requirementsIn({
  name,
  text,
}: Content): readonly { readonly id: string; readonly text: string }[] {
  const lines = text.split('\n').map((one) => one.trimEnd());
  const items = lines.flatMap((one) => /^\s*(?:[-*+]|\d{1,3}[.)])\s+(.*\S)/.exec(one)?.[1] ?? []);
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((one) => one.trim().replaceAll(/\s+/g, ' '))
    .filter((one) => one !== '' && !one.startsWith('#'));
  const found = items.length > 0 ? items : paragraphs;
  if (found.length === 0 || found.length > mostRequirements)
    throw new JoustError(
      found.length === 0
        ? `there is no requirement in ${name}`
        : `${name} has ${found.length} requirements, and ${mostRequirements} are the most`,
      {
        code: 'usage',
        setting: 'spec',
        hint: 'Write one requirement for each list item, or one for each paragraph.',
      },
    );
  return found.map((one, at) => ({ id: `R${at + 1}`, text: one }));
}
