// From the words and options of a contest command to checked values: config, roster, prompt, limits.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { durationMs } from '../../config/duration.ts';
import { type LoadedConfig, loadConfig } from '../../config/load.ts';
import type { ConfigFlags } from '../../config/text-layers.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { Limits } from '../../domain/usage.ts';
import { chooseRoster, joustHome, Probes, type World } from '../../index.ts';
import { visible } from '../../views/visible.ts';
import { type CliWorld, type CommandInput, text, texts } from './command.ts';
import { readPrompt } from './prompt.ts';

export interface ContestInput {
  readonly prompt: string;
  readonly files: readonly string[];
  readonly cwd: string;
  readonly roster: readonly Contestant[];
  /** Sentences for standard error, before anything is played. */
  readonly notes: readonly string[];
  readonly limits: Limits;
  /** For whoever else has to be chosen. */
  readonly loaded: LoadedConfig;
  readonly probes: Probes;
  readonly world: Pick<World, 'home' | 'settings' | 'lanes'>;
}

const outputBytes = 256 * 1024 * 1024;

export async function contestInput(
  input: CommandInput,
  cli: CliWorld,
  { num }: { readonly num?: number } = {},
): Promise<ContestInput> {
  const cwd = folderOf(input, cli);
  const files = texts(input, 'file');
  const flags = { ...(num !== undefined && { num }), ...flagsOf(input) };
  const loaded = await loadConfig({ machine: cli.machine, cwd, flags });
  for (const notice of loaded.notices) cli.stderr.write(`${visible(notice)}\n`);
  const prompt = await readPrompt({ argument: input.words[0], files }, cli);
  const home = joustHome(cli.machine);
  const probes = new Probes(cli.machine, { home, envPass: loaded.values.env.pass });
  const specs = texts(input, 'contestant');
  const { roster, unusable, dropped } = chooseRoster({ specs, config: loaded, probes });
  const skipped = unusable.map(({ name, reason, hint }) => `${name}: not used, ${reason}. ${hint}`);
  if (roster.length === 0) throw specs.length > 0 ? allExcluded(specs) : nobody(skipped);
  return {
    prompt,
    files,
    cwd,
    roster,
    loaded,
    probes,
    notes: [...skipped, ...dropped],
    limits: limitsOf(loaded),
    world: { home, ...worldOf(loaded, input) },
  };
}

export function worldOf({ values }: LoadedConfig, input?: CommandInput): Pick<World, 'settings' | 'lanes'> {
  const { timeoutMs, idleMs, env, prices, lanes, maxParallel } = values;
  const waitForQuotaMs = input === undefined ? undefined : quotaWait(input);
  return {
    settings: {
      timeoutMs,
      outputBytes,
      envPass: env.pass,
      prices,
      ...(idleMs !== undefined && { idleMs }),
      ...(waitForQuotaMs !== undefined && { waitForQuotaMs }),
    },
    lanes: { capacities: lanes, cloud: maxParallel },
  };
}

export function limitsOf({ values }: LoadedConfig): Limits {
  const { maxUsd, maxTokens, maxAttempts, maxTimeMs, confirmTokens } = values.budget;
  return {
    ...(maxUsd !== undefined && { usd: maxUsd }),
    ...(maxTokens !== undefined && { tokens: maxTokens }),
    ...(maxAttempts !== undefined && { attempts: maxAttempts }),
    ...(maxTimeMs !== undefined && { timeMs: maxTimeMs }),
    ...(confirmTokens !== undefined && { confirmTokens }),
  };
}

/** Only those the command line names: the others stay as the contest was opened with. */
export function limitsSaid(input: CommandInput, loaded: LoadedConfig): Limits {
  const { usd, tokens, attempts, timeMs } = limitsOf(loaded);
  const said = (option: string) => text(input, option) !== undefined;
  return {
    ...(said('max-usd') && usd !== undefined && { usd }),
    ...(said('max-tokens') && tokens !== undefined && { tokens }),
    ...(said('max-attempts') && attempts !== undefined && { attempts }),
    ...(said('max-time') && timeMs !== undefined && { timeMs }),
  };
}

/** `--wait-for-quota` alone waits however long it takes. */
function quotaWait(input: CommandInput): number | undefined {
  const said = text(input, 'wait-for-quota');
  if (said === undefined) return undefined;
  if (said === '') return Number.POSITIVE_INFINITY;
  const waitMs = durationMs(said);
  if (waitMs !== undefined) return waitMs;
  throw new JoustError(`--wait-for-quota ${said} is not a time`, {
    code: 'usage',
    hint: 'Write the longest wait as 30m, 5h or a number of seconds; without one, it waits as long as it takes.',
  });
}

/** What the command line says in place of the config, by the name of the option. */
const flagNames = {
  num: 'num',
  timeout: 'timeout',
  effort: 'effort',
  'max-parallel': 'maxParallel',
  'max-usd': 'maxUsd',
  'max-tokens': 'maxTokens',
  'max-attempts': 'maxAttempts',
  'max-time': 'maxTime',
} as const satisfies Readonly<Record<string, keyof ConfigFlags>>;

export function flagsOf(input: CommandInput): ConfigFlags {
  const exclude = texts(input, 'exclude');
  const model = texts(input, 'model');
  const said = Object.entries(flagNames).flatMap(([option, name]) => {
    const value = text(input, option);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(said),
    ...(exclude.length > 0 && { exclude }),
    ...(model.length > 0 && { model }),
  };
}

function folderOf(input: CommandInput, { machine }: CliWorld): string {
  const cwd = resolve(machine.cwd, text(input, 'cwd') ?? '.');
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true) return cwd;
  throw new JoustError(`${cwd} is not a folder`, {
    code: 'usage',
    hint: 'Give an existing folder with --cwd.',
  });
}

function allExcluded(specs: readonly string[]): JoustError {
  return new JoustError(`everybody who was named is excluded: ${specs.join(', ')}`, {
    code: 'usage',
    hint: 'Take them out of -x or of `exclude` in your config.',
  });
}

function nobody(skipped: readonly string[]): JoustError {
  const why = skipped.length === 0 ? '' : `\n  ${skipped.join('\n  ')}`;
  return new JoustError(`no agent can play.${why}`, {
    code: 'none-usable',
    hint:
      'Install one (npm install -g @anthropic-ai/claude-code, or @openai/codex, @google/gemini-cli, opencode-ai), log in, ' +
      'and see joust doctor. Without any: joust demo, or -c scripted (simulated).',
  });
}
