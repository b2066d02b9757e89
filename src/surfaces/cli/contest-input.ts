// From the words and options of a contest command to checked values: config, roster, prompt, limits.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type LoadedConfig, loadConfig } from '../../config/load.ts';
import type { ConfigFlags } from '../../config/text-layers.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
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
  readonly world: Pick<World, 'home' | 'settings' | 'lanes'>;
}

const outputBytes = 256 * 1024 * 1024;

export async function contestInput(input: CommandInput, cli: CliWorld): Promise<ContestInput> {
  const cwd = folderOf(input, cli);
  const files = texts(input, 'file');
  const loaded = await loadConfig({ machine: cli.machine, cwd, flags: flagsOf(input) });
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
    notes: [...skipped, ...dropped, ...budgetNotes(loaded)],
    world: { home, ...worldOf(loaded) },
  };
}

export function worldOf({ values }: LoadedConfig): Pick<World, 'settings' | 'lanes'> {
  const { timeoutMs, idleMs, env, prices, lanes, maxParallel } = values;
  return {
    settings: { timeoutMs, outputBytes, envPass: env.pass, prices, ...(idleMs !== undefined && { idleMs }) },
    lanes: { capacities: lanes, cloud: maxParallel },
  };
}

/** A limit that is not kept must not be believed. */
function budgetNotes({ values }: LoadedConfig): readonly string[] {
  if (Object.keys(values.budget).length === 0) return [];
  return ['Your config sets a [budget]; this version of joust does not enforce it.'];
}

function flagsOf(input: CommandInput): ConfigFlags {
  const [num, timeout, effort, maxParallel] = ['num', 'timeout', 'effort', 'max-parallel'].map((name) =>
    text(input, name),
  );
  const exclude = texts(input, 'exclude');
  const model = texts(input, 'model');
  return {
    ...(num !== undefined && { num }),
    ...(timeout !== undefined && { timeout }),
    ...(effort !== undefined && { effort }),
    ...(maxParallel !== undefined && { maxParallel }),
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
