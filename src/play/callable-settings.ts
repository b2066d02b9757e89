// What a program may say to a contest: no more than the one who lets it call. Tools are made of this, and it is checked again
// where one is called.

import type { Config } from '../config/config.ts';
import { runsItsModel } from '../config/project-rule.ts';
import { JoustError } from '../domain/joust-error.ts';
import { durationMs, nameShape } from '../domain/settings/rule.ts';
import { type DescribedFormat, type Setting, settingsOf } from '../domain/settings/settings.ts';
import type { Given } from '../formats/format.ts';
import type { Machine } from '../process/machine.ts';
import { extendedConfig } from './extensions/extended-config.ts';

/** They write in the user's folder, run a program of the caller's choice, or lift what confines contestants. */
const liftsSomething: ReadonlySet<string> = new Set([
  'write',
  'yolo',
  'inPlace',
  'setup',
  'copy',
  'checkNetwork',
  'sandbox',
  'maxDisk',
]);

/** They say which of a project's commands measure an entry. */
const choosesChecks: ReadonlySet<string> = new Set(['check', 'noFoundChecks']);

/** With them a caller would settle what a person is asked, or not be asked for. */
const settlesSomething: ReadonlySet<string> = new Set([
  'confirmTokens',
  'budgetTokens',
  'tokensPerRun',
  'allowFailing',
]);

/** They are about what a terminal shows. */
const showsSomething: ReadonlySet<string> = new Set(['answers', 'council']);

/** Of those of every contest, what a program has use for: each costs whoever reads the list of tools. */
const general: ReadonlySet<string> = new Set([
  'contestant',
  'num',
  'exclude',
  'effort',
  'timeout',
  'maxUsd',
  'maxTokens',
  'maxAttempts',
  'partial',
  'maxTime',
]);

export interface Leave {
  /** Whoever started the server lets callers write. */
  readonly mayWrite: boolean;
  /** Checks run for them: those they give, and those found in the project. */
  readonly mayCheck: boolean;
}

function isRefused(name: string, { mayWrite, mayCheck }: Leave): boolean {
  return (!mayWrite && liftsSomething.has(name)) || (!mayCheck && choosesChecks.has(name));
}

export function callableSettings(format: DescribedFormat, leave: Leave): readonly Setting[] {
  const { takes, settings } = format;
  const subject = typeof takes === 'object' && 'setting' in takes ? takes.setting : undefined;
  const own = settings.filter(
    ({ name, flag, rule }) =>
      rule.type !== 'table' && !showsSomething.has(name) && (flag !== false || name === subject),
  );
  return [...settingsOf({ takes, settings: [] }).filter(({ name }) => general.has(name)), ...own].filter(
    ({ name }) => !settlesSomething.has(name) && !isRefused(name, leave),
  );
}

interface CalledAt {
  readonly machine: Machine;
  readonly cwd: string;
}

/** What is left of it: a limit of the user's own holds for callers too, and what is said above it does not count. */
export async function withinUsersRules(
  format: DescribedFormat,
  said: Given,
  { mayWrite, ...at }: Leave & CalledAt,
): Promise<Given> {
  const { values } = await extendedConfig(at);
  const roles = settingsOf(format).filter(({ complete }) => complete === 'contestant');
  if (!mayWrite)
    checkSpecs(
      roles.flatMap(({ name }) => said[name] ?? []),
      values,
    );
  const most: Readonly<Record<string, number | undefined>> = {
    maxUsd: values.budget.maxUsd,
    maxTokens: values.budget.maxTokens,
    maxAttempts: values.budget.maxAttempts,
    maxTime: values.budget.maxTimeMs,
  };
  const isAbove = ([name, value]: readonly [string, unknown]) =>
    amount(name, value) > (most[name] ?? Number.POSITIVE_INFINITY);
  return Object.fromEntries(Object.entries(said).filter((one) => !isAbove(one)));
}

/** For those who are named elsewhere than in a setting. */
export async function checkNamed(named: readonly string[], at: Leave & CalledAt): Promise<void> {
  if (!at.mayWrite) checkSpecs(named, (await extendedConfig(at)).values);
}

function amount(name: string, value: unknown): number {
  const isTime = name === 'maxTime' && (typeof value === 'string' || typeof value === 'number');
  return isTime ? (durationMs(value) ?? 0) : Number(value);
}

/** Of some agents the model is a script or a part of a command line: with it a caller would run a program of its choice. */
function checkSpecs(named: readonly unknown[], { agents, contestants }: Config): void {
  const stranger = named.map(String).find((spec) => {
    const [, name = '', model = ''] = /^([^/*]+)\/([^*]+)/.exec(spec) ?? [];
    const own = contestants[name]?.agent ?? name;
    const agent = agents[own]?.uses ?? own;
    return runsItsModel.has(agent) && !(agent === 'scripted' && nameShape.test(model));
  });
  if (stranger === undefined) return;
  throw new JoustError(`${stranger} is not for callers: its model runs a program`, {
    code: 'usage',
    hint: 'Name one as it stands in the config.',
  });
}

export const foundChecksLeftOut =
  "The project's own checks don't run for a program that calls. Start joust mcp with --allow-checks, or name checks in your config.";

/** A project's own commands are a caller's choice too: it names the folder, and may have written what is in it. */
export function withoutFoundChecks(format: DescribedFormat | undefined, said: Given): Given | undefined {
  const finds = format?.settings.some(({ name }) => name === 'noFoundChecks') === true;
  return finds ? { ...said, noFoundChecks: true } : undefined;
}

/** Whatever else is said is refused, also what a person may say. */
export function checkCallable(format: DescribedFormat, said: readonly string[], leave: Leave): void {
  const known = callableSettings(format, leave).map(({ name }) => name);
  const other = said.find((name) => !known.includes(name));
  if (other === undefined) return;
  const needsLeave = isRefused(other, leave) && format.settings.some(({ name }) => name === other);
  const option = choosesChecks.has(other) ? '--allow-checks' : '--allow-write';
  throw new JoustError(
    needsLeave
      ? `${format.name}: ${other} is not for callers`
      : `${format.name}: there is no setting ${other}`,
    {
      code: 'usage',
      hint: needsLeave
        ? `It would write here, run a program or lift a limit: whoever starts the server allows it with ${option}.`
        : `Settings there: ${known.join(', ')}.`,
    },
  );
}
