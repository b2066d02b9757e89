// Settings from JOUST_* variables and from flags: read by the rules alone, so that no schema library is loaded for them.
import { JoustError } from '../domain/joust-error.ts';
import { nearest } from '../domain/settings/nearest.ts';
import { expectedText, nameShape, type Rule, readText, readWords } from '../domain/settings/rule.ts';
import { configSettings, ruleOf } from '../domain/settings/settings.ts';
import { modelShape } from '../domain/settings/shapes.ts';
import { type ConfigValue, type Entry, excerpt, type Origin, visible } from './config.ts';

/** What whoever starts joust said, by config key: text in its own words, or a value. */
export type ConfigFlags = Readonly<Record<string, ConfigValue>> & {
  /** `AGENT=MODEL`, each over the configured one. */
  readonly model?: readonly string[];
};

export interface ModelFlag {
  readonly name: string;
  readonly model: string;
}

/** Variables of joust that are no settings; a trailing * is a prefix. */
const otherVariables = [
  'JOUST_HOME',
  'JOUST_LEDGER',
  'JOUST_CONFIG_DIR',
  'JOUST_DEPTH',
  'JOUST_LEFT_*',
  'JOUST_ATTEMPT_*',
  'JOUST_SESSION',
  'JOUST_BENCH_*',
  'JOUST_RECORD',
  'JOUST_RECORD_*',
  'JOUST_PROMPT_FILE',
  'JOUST_ANSWER_FILE',
  'JOUST_TEST_*',
];

/** Those of the extensions that are known by now, too. */
function variables(): ReadonlyMap<string, string> {
  const keys = [...configSettings.keys()].filter((key) => ruleOf(key) !== undefined);
  return new Map(keys.map((key) => [variableOf(key), key]));
}

/** `budget.max_usd` is JOUST_BUDGET_MAX_USD. */
export function variableOf(key: string): string {
  return `JOUST_${key.toUpperCase().replaceAll('.', '_')}`;
}

export function environmentLayer(env: Readonly<Record<string, string | undefined>>): {
  readonly entries: readonly Entry[];
  readonly notices: readonly string[];
} {
  const entries: Entry[] = [];
  const notices: string[] = [];
  const known = variables();
  for (const [variable, text] of Object.entries(env)) {
    // An empty variable is as good as none.
    if (text === undefined || text === '' || !variable.startsWith('JOUST_')) continue;
    const key = known.get(variable);
    if (key !== undefined) entries.push(entryOf(key, text, { from: 'environment', variable }));
    else if (!isOther(variable)) notices.push(unknownVariable(variable));
  }
  return { entries, notices };
}

/** `-m` is apart: whether it names an agent or a contestant depends on the other layers. */
export function flagLayer({ model: _model, ...flags }: ConfigFlags): readonly Entry[] {
  return Object.entries(flags).map(([key, value]) =>
    entryOf(key, value, { from: 'flag', flag: flagOf(configSettings.get(key)?.name ?? key) }),
  );
}

/** `maxUsd` is --max-usd. */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export function modelFlags(flags: ConfigFlags): readonly ModelFlag[] {
  return (flags.model ?? []).map((text) => {
    const split = text.indexOf('=');
    const name = text.slice(0, Math.max(0, split)).trim();
    const model = text.slice(split + 1).trim();
    if (!nameShape.test(name) || !modelShape.test(model))
      throw new JoustError(`--model ${excerpt(text)} is not allowed: expected AGENT=MODEL`, {
        code: 'usage',
        setting: 'model',
        hint: 'Write --model claude=opus; the model has no spaces and does not begin with -.',
      });
    return { name, model };
  });
}

function entryOf(key: string, said: ConfigValue, origin: Origin & { from: 'environment' | 'flag' }): Entry {
  const rule = ruleOf(key);
  if (rule === undefined) throw new Error(`there is no setting ${key}`);
  const value = readSaid(rule, said);
  if (value !== undefined) return { path: key.split('.'), value, origin };
  const expected = expectedText(rule);
  const where = origin.from === 'flag' ? `${origin.flag} ` : `${origin.variable}=`;
  throw new JoustError(`${where}${excerpt(String(said))} is not allowed: expected ${expected}`, {
    code: origin.from === 'flag' ? 'usage' : 'config',
    setting: origin.from === 'flag' ? (configSettings.get(key)?.name ?? key) : key,
    hint:
      origin.from === 'flag' ? `Give ${expected}.` : `Set ${origin.variable} to ${expected}, or unset it.`,
  });
}

function readSaid(rule: Rule, said: ConfigValue): ConfigValue | undefined {
  if (typeof said !== 'object') return readText(rule, String(said));
  return rule.type === 'list' && Array.isArray(said) ? readWords(rule, said.map(String)) : undefined;
}

function isOther(variable: string): boolean {
  return otherVariables.some((name) =>
    name.endsWith('*') ? variable.startsWith(name.slice(0, -1)) : variable === name,
  );
}

function unknownVariable(variable: string): string {
  const near = nearest(variable, variables().keys());
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  return `${visible(variable)} is no setting of joust and was ignored.${meant}`;
}
