// What a project's file may say about races before trust: choose a preset and weights, leave checks out, tighten limits.
import { type ConfigValue, type Entry, keyText } from './entry.ts';
import { aboveLimit } from './limit-rule.ts';

/** Why it waits for trust; undefined: it need not. */
type Reason = string | undefined;

/** `own` is what holds without the project's file. */
export function judgeRace(entry: Entry, own: Entry | undefined): Reason {
  const [, key = ''] = entry.path;
  if (key === 'weights') return undefined;
  if (key === 'checks') return runs;
  return (judges[key] ?? (() => 'it is not among what a project may set'))(entry, own);
}

const runs = 'it runs a program';

const judges: Readonly<Record<string, (entry: Entry, own: Entry | undefined) => Reason>> = {
  width: aboveLimit,
  check_timeout: aboveLimit,
  max_disk: aboveLimit,
  confirm_tokens: (entry, own) => aboveLimit(entry, own, noneIsMost),
  budget_tokens: (entry, own) => aboveLimit(entry, own, noneIsMost),
  // A lower estimate would pass a gate that the true one does not.
  tokens_per_run: (entry, own) =>
    aboveLimit(entry, own, (value) => -Number(value)) === undefined
      ? undefined
      : `it is below your ${String(own?.value)}`,
  sandbox: (entry, own) => weaker(entry, own, ['os', 'none']),
  check_network: (entry, own) => weaker(entry, own, ['none', 'open']),
  cross_tests: (entry, own) => weaker(entry, own, ['off', 'auto', 'on']),
  setup: () => runs,
  copy: () => 'it copies files of yours',
  found: ({ value }, own) => (value === false || own?.value === true ? undefined : runs),
  tags: ({ value }, own) => {
    const more = namesOf(value).filter((tag) => !namesOf(own?.value).includes(tag));
    return more.length === 0 ? undefined : `it would race ${more.join(', ')}, which you do not`;
  },
  preset: () => undefined,
  judge_weight: () => undefined,
  stop_when: () => undefined,
  without: () => undefined,
};

/** 0 is no limit at all. */
function noneIsMost(value: ConfigValue): number {
  return value === 0 ? Number.POSITIVE_INFINITY : Number(value);
}

/** `words` from the tightest on. */
function weaker({ path, value }: Entry, own: Entry | undefined, words: readonly string[]): Reason {
  const allowed = String(own?.value ?? words[0]);
  return words.indexOf(String(value)) <= words.indexOf(allowed)
    ? undefined
    : `${keyText(path)} of yours is ${allowed}`;
}

function namesOf(value: ConfigValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
