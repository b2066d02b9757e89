// From the options of a judged format to checked values: who judges, in which orders, under which rule.
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { chooseJudges, chooseRoster } from '../../index.ts';
import { type CommandInput, text, texts } from './command.ts';
import type { ContestInput } from './contest-input.ts';

export interface JudgeInput {
  /** Goes into the options of the contest. */
  readonly options: {
    readonly judges: readonly string[];
    readonly orders: 'one' | 'both';
    readonly selfJudging: 'exclude' | 'warn' | 'allow';
  };
  readonly staff: readonly Contestant[];
  readonly notes: readonly string[];
}

/** Above this many contestants both orders cost more than they tell. */
const bothOrdersUpTo = 6;

export function judgeInput(
  input: CommandInput,
  { roster, loaded, probes }: Pick<ContestInput, 'roster' | 'loaded' | 'probes'>,
): JudgeInput {
  const chosen = chooseJudges(roster, { specs: texts(input, 'judge'), config: loaded, probes });
  const usual = roster.length <= bothOrdersUpTo ? 'both' : 'one';
  return {
    staff: chosen.staff,
    notes: [chosen.note],
    options: {
      judges: chosen.judges.map(({ name }) => name),
      orders: oneOf(input, 'orders', ['one', 'both']) ?? usual,
      selfJudging: oneOf(input, 'self-judging', ['exclude', 'warn', 'allow']) ?? 'exclude',
    },
  };
}

/** Who restates the entries before judges see them, and everybody who serves with it. */
export function paraphraserInput(
  input: CommandInput,
  {
    roster,
    staff,
    loaded,
    probes,
  }: Pick<ContestInput, 'roster' | 'loaded' | 'probes'> & { readonly staff: readonly Contestant[] },
): { readonly name: string | null; readonly staff: readonly Contestant[] } {
  const spec = text(input, 'paraphrase');
  const [one] = spec === undefined ? [] : chooseRoster({ specs: [spec], config: loaded, probes }).roster;
  if (one === undefined) return { name: null, staff };
  const known = [...roster, ...staff].some(({ name }) => name === one.name);
  return { name: one.name, staff: known ? staff : [...staff, one] };
}

/** One of the words an option knows; undefined where it was not given. */
export function oneOf<T extends string>(
  input: CommandInput,
  option: string,
  words: readonly T[],
): T | undefined {
  const said = text(input, option);
  if (said === undefined) return undefined;
  const found = words.find((word) => word === said);
  if (found !== undefined) return found;
  throw new JoustError(`--${option} ${said} is not known`, {
    code: 'usage',
    hint: `It is one of: ${words.join(', ')}.`,
  });
}
