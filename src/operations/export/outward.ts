// What of a contest leaves this machine in an export: without secrets and paths of it, and where that is wished without a word on who played.
import type { Contestant } from '../../domain/contestant.ts';
import { redactor } from '../../domain/kept-text.ts';
import { everybody } from '../../domain/roster.ts';
import { givenAwayBy } from '../../formats/judges.ts';
import { scrub, scrubPath } from '../../judging/blind/scrub.ts';
import type { ContestJson } from '../../views/wire/contest-json.ts';
import type { ContestDiff } from '../../views/wire/diff-json.ts';
import type { AttemptAnswer, ContestAnswers } from '../show/contest-answers.ts';

export interface Outward {
  /** What joust says: names and paths in it are replaced. */
  text(said: string): string;
  /** Without secrets and paths; names stay. */
  bare(said: string): string;
  value<T>(said: T): T;
  contest(contest: ContestJson): ContestJson;
  timeline(timeline: ReturnType<ContestAnswers['timeline']>): ReturnType<ContestAnswers['timeline']>;
  /** What others wrote: scrubbed as for a judge, the rest is left as it is. */
  written(said: string): string;
  answer(answer: AttemptAnswer): AttemptAnswer;
  diff(diff: ContestDiff): ContestDiff;
}

interface OutwardWish {
  readonly operator: boolean;
  readonly hideNames: boolean;
  /** As it was asked: what it names, an answer may name. */
  readonly task: string;
}

export function outward({ summary }: ContestAnswers, { operator, hideNames, task }: OutwardWish): Outward {
  const { opened } = summary;
  const names = givenAwayBy(everybody(opened));
  const rename = hideNames ? renaming(opened.roster, opened.staff ?? []) : (said: string) => said;
  const place = operator ? (said: string) => said : withoutFolder(opened.task.cwd);
  const clean = operator ? (said: string) => said : redactor({});
  const bare = (said: string): string => place(clean(said));
  const text = (said: string): string => {
    const renamed = rename(bare(said));
    return hideNames ? scrubPath(renamed, { task: '', names }) : renamed;
  };
  const written = (said: string): string => {
    const without = bare(said);
    return hideNames ? scrub(without, { task, names }).text : without;
  };
  const value = <T>(said: T): T => walked(said, { text, bare }) as T;
  return {
    text,
    bare,
    value,
    written,
    contest: ({ cwd, files, prompt, ...contest }) =>
      value({
        ...contest,
        cwd: operator ? cwd : undefined,
        files: operator ? files : files.map((path) => path.split('/').at(-1) ?? path),
        next: [],
        prompt: redactor({})(prompt),
        contestants: contest.contestants.map((one) => (hideNames ? withoutModel(one) : one)),
        staff: contest.staff.map((one) => (hideNames ? withoutModel(one) : one)),
        // Absent before a pick.
        outcomes: contest.outcomes && renamedKeys(contest.outcomes, text),
        attempts: contest.attempts.map(({ end, model, ...attempt }) => ({
          ...attempt,
          model: hideNames ? undefined : model,
          end: end && { outcome: end['outcome'], reason: end['reason'] },
        })),
      }),
    timeline: ({ entries }) => ({
      // Versions of programs say who it was.
      entries: value(entries.filter(({ type }) => !hideNames || type !== 'agents.identified')),
    }),
    answer: ({ text: said, ...about }) => ({ ...value(about), text: written(said) }),
    diff: ({ shown, ...about }) => ({
      ...value(about),
      shown: shown && { ...value(shown), patch: written(shown.patch) },
    }),
  };
}

type ToldContestant = ContestJson['contestants'][number];

function renamedKeys<T>(
  values: Readonly<Record<string, T>>,
  rename: (name: string) => string,
): Record<string, T> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]));
}

function withoutModel({ name, simulated }: ToldContestant): ToldContestant {
  return { name, agent: 'hidden', simulated };
}

/** `claude` is `Contestant A` wherever it stands for itself. */
function renaming(roster: readonly Contestant[], staff: readonly Contestant[]): (said: string) => string {
  const others = staff.filter(({ name }) => roster.every((one) => one.name !== name));
  const given = new Map([
    ...roster.map(({ name }, at) => [name, `Contestant ${letter(at)}`] as const),
    ...others.map(({ name }, at) => [name, `Other ${letter(at)}`] as const),
  ]);
  const patterns = [...given.keys()]
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const any = new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${patterns.join('|')})(?![\\p{L}\\p{N}_-])`, 'gu');
  return (said) => said.replace(any, (name) => given.get(name) ?? name);
}

function letter(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : String(at + 1);
}

function withoutFolder(cwd: string): (said: string) => string {
  return (said) => (cwd.length > 1 ? said.replaceAll(cwd, '…') : said);
}

/** Words of joust's own, whatever a contestant is called. */
const fixed = new Set(['type', 'format', 'state', 'outcome', 'role', 'kind', 'id', 'at', 'source', 'basis']);
/** Fields that hold something for each contestant, by name. */
const byName = new Set(['scores', 'percentages']);

/** Every text in it. */
function walked(value: unknown, change: Pick<Outward, 'text' | 'bare'>, field = ''): unknown {
  if (typeof value === 'string') return fixed.has(field) ? change.bare(value) : change.text(value);
  if (Array.isArray(value)) return value.map((one) => walked(one, change, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      byName.has(field) ? change.text(name) : name,
      walked(one, change, name),
    ]),
  );
}
