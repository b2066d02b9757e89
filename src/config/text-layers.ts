// Settings from JOUST_* variables and from flags: read by the rules alone, so that no schema library is loaded for them.
import { JoustError } from '../domain/joust-error.ts';
import type { Entry, Origin } from './entry.ts';
import { nearest } from './nearest.ts';
import { expectedText, modelShape, nameShape, type RuleKey, readText, rules } from './rules.ts';
import { excerpt, visible } from './shown.ts';

/** What the command line said, in its own words; lists are repeated or separated by commas. */
export interface ConfigFlags {
  readonly num?: string | number;
  readonly timeout?: string | number;
  readonly idle?: string | number;
  readonly effort?: string;
  /** Replaces the configured list. */
  readonly exclude?: readonly string[];
  /** `AGENT=MODEL`, each over the configured one. */
  readonly model?: readonly string[];
  readonly maxParallel?: string | number;
  readonly synthesizer?: string;
  readonly moderator?: string;
  readonly maxUsd?: string | number;
  readonly maxTokens?: string | number;
  readonly maxAttempts?: string | number;
  readonly maxTime?: string | number;
  readonly preset?: string;
  readonly setup?: string;
  readonly sandbox?: string;
  readonly checkNetwork?: string;
  readonly checkTimeout?: string;
  readonly maxDisk?: string;
  readonly judgeWeight?: string;
  readonly crossTests?: string;
  readonly stopWhen?: string;
  readonly budgetTokens?: string;
  readonly confirmTokens?: string;
  readonly tokensPerRun?: string;
}

export interface ModelFlag {
  readonly name: string;
  readonly model: string;
}

const flagKeys = {
  num: 'num',
  timeout: 'timeout',
  idle: 'idle',
  effort: 'effort',
  exclude: 'exclude',
  maxParallel: 'max_parallel',
  synthesizer: 'synthesizer',
  moderator: 'moderator',
  maxUsd: 'budget.max_usd',
  maxTokens: 'budget.max_tokens',
  maxAttempts: 'budget.max_attempts',
  maxTime: 'budget.max_time',
  preset: 'race.preset',
  setup: 'race.setup',
  sandbox: 'race.sandbox',
  checkNetwork: 'race.check_network',
  checkTimeout: 'race.check_timeout',
  maxDisk: 'race.max_disk',
  judgeWeight: 'race.judge_weight',
  crossTests: 'race.cross_tests',
  stopWhen: 'race.stop_when',
  budgetTokens: 'race.budget_tokens',
  confirmTokens: 'race.confirm_tokens',
  tokensPerRun: 'race.tokens_per_run',
} as const satisfies Readonly<Record<Exclude<keyof ConfigFlags, 'model'>, RuleKey>>;

/** Variables of joust that are no settings; a trailing * is a prefix. */
const otherVariables = [
  ...['JOUST_HOME', 'JOUST_CONFIG_DIR', 'JOUST_DEPTH', 'JOUST_ATTEMPT_*', 'JOUST_SESSION', 'JOUST_BENCH_*'],
  ...['JOUST_RECORD', 'JOUST_RECORD_*', 'JOUST_PROMPT_FILE', 'JOUST_ANSWER_FILE', 'JOUST_TEST_*'],
];

const variables: ReadonlyMap<string, RuleKey> = new Map(
  (Object.keys(rules) as RuleKey[]).map((key) => [variableOf(key), key]),
);

/** `budget.max_usd` is JOUST_BUDGET_MAX_USD. */
export function variableOf(key: RuleKey): string {
  return `JOUST_${key.toUpperCase().replaceAll('.', '_')}`;
}

export function environmentLayer(env: Readonly<Record<string, string | undefined>>): {
  readonly entries: readonly Entry[];
  readonly notices: readonly string[];
} {
  const entries: Entry[] = [];
  const notices: string[] = [];
  for (const [variable, text] of Object.entries(env)) {
    // An empty variable is as good as none.
    if (text === undefined || text === '' || !variable.startsWith('JOUST_')) continue;
    const key = variables.get(variable);
    if (key !== undefined) entries.push(entryOf(key, text, { from: 'environment', variable }));
    else if (!isOther(variable)) notices.push(unknownVariable(variable));
  }
  return { entries, notices };
}

/** `-m` is apart: whether it names an agent or a contestant depends on the other layers. */
export function flagLayer(flags: ConfigFlags): readonly Entry[] {
  return (Object.keys(flagKeys) as (keyof typeof flagKeys)[]).flatMap((name) => {
    const given = flags[name];
    if (given === undefined) return [];
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const text = typeof given === 'object' ? given.join(',') : String(given);
    return [entryOf(flagKeys[name], text, { from: 'flag', flag })];
  });
}

export function modelFlags(flags: ConfigFlags): readonly ModelFlag[] {
  return (flags.model ?? []).map((text) => {
    const split = text.indexOf('=');
    const name = text.slice(0, Math.max(0, split)).trim();
    const model = text.slice(split + 1).trim();
    if (!nameShape.test(name) || !modelShape.test(model))
      throw new JoustError(`--model ${excerpt(text)} is not allowed: expected AGENT=MODEL`, {
        code: 'usage',
        hint: 'Write --model claude=opus; the model has no spaces and does not begin with -.',
      });
    return { name, model };
  });
}

function entryOf(key: RuleKey, text: string, origin: Origin & { from: 'environment' | 'flag' }): Entry {
  const value = readText(rules[key], text);
  if (value !== undefined) return { path: key.split('.'), value, origin };
  const expected = expectedText(rules[key]);
  const said =
    origin.from === 'flag' ? `${origin.flag} ${excerpt(text)}` : `${origin.variable}=${excerpt(text)}`;
  throw new JoustError(`${said} is not allowed: expected ${expected}`, {
    code: origin.from === 'flag' ? 'usage' : 'config',
    hint:
      origin.from === 'flag' ? `Give ${expected}.` : `Set ${origin.variable} to ${expected}, or unset it.`,
  });
}

function isOther(variable: string): boolean {
  return otherVariables.some((name) =>
    name.endsWith('*') ? variable.startsWith(name.slice(0, -1)) : variable === name,
  );
}

function unknownVariable(variable: string): string {
  const near = nearest(variable, variables.keys());
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  return `${visible(variable)} is no setting of joust and was ignored.${meant}`;
}
