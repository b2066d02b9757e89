// What somebody of a brief would make joust run, reach or spend: it waits for the user's trust.
import { excerpt } from '../config.ts';
import { tableReasons } from '../project-rule.ts';
import type { Actor } from './actors.ts';

/** Scripts that come with joust and only write and say what they are known to. */
const harmlessScripts: ReadonlySet<string> = new Set([
  'dummy',
  'judge',
  'reviewer',
  'default',
  'quick',
  'careful',
  'thorough',
]);

/** One for each key, as `joust trust` shows it. `runs`: whether the model of a name becomes part of a program. */
export function trustReasons({ spec = '', play }: Actor, runs: (name: string) => boolean): readonly string[] {
  const [base = '', model] = play === undefined ? spec.split(/\/(.*)/s) : [play.agent, play.model];
  const isHarmless = model === undefined || (base === 'scripted' && harmlessScripts.has(model));
  const ofModel = runs(base) && !isHarmless ? [`${base}/${excerpt(model)}  # its model runs a program`] : [];
  const ofKeys = keysOf(play).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key} ${excerpt(value)}  # ${tableReasons[key] ?? 'it runs a program'}`],
  );
  const { auth = 'subscription' } = play ?? {};
  return [
    ...ofKeys,
    ...ofModel,
    ...(auth === 'subscription' ? [] : [`auth ${auth}  # it lets a paid key be used`]),
  ];
}

function keysOf(play: Actor['play']): readonly (readonly [key: string, value: string | undefined])[] {
  const { lane, environment, settings = {} } = play ?? {};
  const { command, script, baseUrl, keyEnv, input, answer, jsonPath } = settings;
  return [
    ['command', command?.join(' ')],
    ['script', script !== undefined && harmlessScripts.has(script) ? undefined : script],
    ['base_url', baseUrl],
    ['key_env', keyEnv],
    ['input', input],
    ['answer', answer],
    ['json_path', jsonPath],
    ['lane', lane],
    ['environment', environment === undefined ? undefined : Object.keys(environment).join(', ')],
  ];
}

/** What in it may name files of the folder: programs, their arguments, scripts. */
export function namingTexts({ spec, play }: Actor): readonly string[] {
  const { command = [], script } = play?.settings ?? {};
  return [...command, ...[script, play?.model, spec].filter((text) => text !== undefined)];
}
