// What a program may say to a contest: no more than the one who lets it call. Tools are made of this, and it is checked again
// where one is called.
import { loadConfig } from '../../config/load.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { durationMs } from '../../domain/settings/rule.ts';
import { type DescribedFormat, type Setting, settingsOf } from '../../domain/settings/settings.ts';
import type { Given } from '../../formats/format.ts';
import type { Machine } from '../../process/machine.ts';

/** They write in the user's folder, run a program of the caller's choice, or lift what confines contestants. */
const liftsSomething: ReadonlySet<string> = new Set([
  ...[
    'write',
    'yolo',
    'inPlace',
    'check',
    'noFoundChecks',
    'setup',
    'copy',
    'checkNetwork',
    'sandbox',
    'maxDisk',
  ],
]);

/** With them a caller would settle what a person is asked, or not be asked for. */
const settlesSomething: ReadonlySet<string> = new Set(['confirmTokens', 'budgetTokens', 'tokensPerRun']);

/** They are about what a terminal shows. */
const showsSomething: ReadonlySet<string> = new Set(['answers', 'council']);

/** Of those of every contest, what a program has use for: each costs whoever reads the list of tools. */
const general: ReadonlySet<string> = new Set([
  ...['contestant', 'num', 'exclude', 'effort', 'timeout', 'maxUsd', 'maxTokens', 'maxAttempts', 'maxTime'],
]);

export interface Leave {
  /** Whoever started the server lets callers write. */
  readonly mayWrite: boolean;
}

export function callableSettings(format: DescribedFormat, { mayWrite }: Leave): readonly Setting[] {
  const { takes, settings } = format;
  const subject = typeof takes === 'object' && 'setting' in takes ? takes.setting : undefined;
  const own = settings.filter(
    ({ name, flag, rule }) =>
      rule.type !== 'table' && !showsSomething.has(name) && (flag !== false || name === subject),
  );
  return [...settingsOf({ takes, settings: [] }).filter(({ name }) => general.has(name)), ...own].filter(
    ({ name }) => !settlesSomething.has(name) && (mayWrite || !liftsSomething.has(name)),
  );
}

/** A limit of the user's own holds for callers too: what is said above it does not count. */
export async function withinUsersLimits(
  said: Given,
  { machine, cwd }: { readonly machine: Machine; readonly cwd: string },
): Promise<Given> {
  const { budget } = (await loadConfig({ machine, cwd })).values;
  const time = said['maxTime'];
  const isTime = typeof time === 'string' || typeof time === 'number';
  const above: Readonly<Record<string, boolean>> = {
    maxUsd: Number(said['maxUsd']) > (budget.maxUsd ?? Number.POSITIVE_INFINITY),
    maxTokens: Number(said['maxTokens']) > (budget.maxTokens ?? Number.POSITIVE_INFINITY),
    maxAttempts: Number(said['maxAttempts']) > (budget.maxAttempts ?? Number.POSITIVE_INFINITY),
    maxTime: isTime && (durationMs(time) ?? 0) > (budget.maxTimeMs ?? Number.POSITIVE_INFINITY),
  };
  return Object.fromEntries(Object.entries(said).filter(([name]) => above[name] !== true));
}

/** Whatever else is said is refused, also what a person may say. */
export function checkCallable(format: DescribedFormat, said: readonly string[], leave: Leave): void {
  const known = callableSettings(format, leave).map(({ name }) => name);
  const other = said.find((name) => !known.includes(name));
  if (other === undefined) return;
  const needsLeave = liftsSomething.has(other) && format.settings.some(({ name }) => name === other);
  throw new JoustError(
    needsLeave
      ? `${format.name}: ${other} is not for callers`
      : `${format.name}: there is no setting ${other}`,
    {
      code: 'usage',
      hint: needsLeave
        ? 'It would write here, run a program or lift a limit: whoever starts the server says --allow-write for that.'
        : `Settings there: ${known.join(', ')}.`,
    },
  );
}
