// Plays a race, of however many: sets it up from options and config, and afterwards applies its winner where that was asked for.
import { resolve } from 'node:path';
import { type LoadedConfig, loadConfig } from '../../config/load.ts';
import { type RubricFile, readRubric } from '../../config/rubric.ts';
import { exitCode, JoustError } from '../../domain/joust-error.ts';
import type { RaceResult } from '../../formats/race/result.ts';
import type { PlayResult, RaceWish } from '../../index.ts';
import { type CliWorld, type CommandInput, flag, text, texts } from './command.ts';
import { type ContestInput, flagsOf } from './contest-input.ts';
import { judgeInput } from './judge-input.ts';
import { playCommand, type SetUp } from './play-command.ts';
import { readText } from './prompt.ts';
import { raceFlags, raceWish, tagOf } from './race-input.ts';

export interface RacePlay {
  readonly loaded: LoadedConfig;
  /** How many contestants when none are named. */
  readonly num: number;
  /** Said before it is played. */
  readonly notes: readonly string[];
  /** Throws where it must not be these. */
  accept?(contest: ContestInput): void;
}

export async function playRace(input: CommandInput, cli: CliWorld, play: RacePlay): Promise<number> {
  if (flag(input, 'apply') && flag(input, 'detach'))
    throw new JoustError('--apply and --detach do not go together', {
      code: 'usage',
      hint: 'Apply it when it is over: joust apply ID.',
    });
  const program = playCommand({
    format: 'race',
    tier: flag(input, 'yolo') ? 'full' : 'write',
    num: play.num,
    setUp: (_, contest) => setUp(input, contest, { cli, play }),
    shown: (result, code) => afterwards(result, code, { input, cli }),
  });
  return await program(input, cli);
}

/** The config as a race sees it: with its own flags over the [race] table. */
export async function loadRaceConfig(input: CommandInput, { machine }: CliWorld): Promise<LoadedConfig> {
  const cwd = resolve(machine.cwd, text(input, 'cwd') ?? '.');
  tagOf(input);
  return await loadConfig({ machine, cwd, flags: { ...flagsOf(input), ...raceFlags(input) } });
}

async function setUp(
  input: CommandInput,
  contest: ContestInput,
  { cli, play }: { readonly cli: CliWorld; readonly play: RacePlay },
): Promise<SetUp> {
  play.accept?.(contest);
  const { values, origins } = play.loaded;
  const judging = await judgingOf(input, contest, cli);
  const explicit = ['budget_tokens', 'confirm_tokens', 'tokens_per_run'].some(
    (key) => (origins.get(`race.${key}`)?.from ?? 'built-in') !== 'built-in',
  );
  const wish = raceWish(input, {
    race: values.race,
    explicit,
    ...(judging !== undefined && { judging: { ...judging.options, rubric: judging.rubric } }),
  });
  return {
    options: { ...wish },
    staff: judging?.staff ?? [],
    notes: [...play.notes, ...(judging?.notes ?? [])],
  };
}

/** `--judge` alone, or a rubric, leaves it open who judges. */
async function judgingOf(input: CommandInput, contest: ContestInput, { machine }: CliWorld) {
  const path = text(input, 'rubric');
  if (path === undefined && input.options['judge'] === undefined) {
    const idle = ['judge-weight', 'orders', 'self-judging'].find(
      (option) => text(input, option) !== undefined,
    );
    if (idle === undefined) return undefined;
    throw new JoustError(`--${idle} is for judges, and nobody judges`, {
      code: 'usage',
      hint: 'Add --judge.',
    });
  }
  const rubric = path === undefined ? null : asRubric(readRubric(await readText(path, machine.cwd), path));
  const judge = texts(input, 'judge').filter((spec) => spec.trim() !== '');
  return { ...judgeInput({ ...input, options: { ...input.options, judge } }, contest), rubric };
}

function asRubric({ dimensions }: RubricFile): NonNullable<RaceWish['rubric']> {
  return {
    dimensions: dimensions.map(({ about, ...rest }) => ({ ...rest, ...(about !== undefined && { about }) })),
  };
}

/** Somebody else did as well, in as many lines: only the name decided. */
function isClear({ rows, winner }: RaceResult): boolean {
  const best = rows.find(({ contestant }) => contestant === winner);
  const equals = rows.filter(
    ({ rank, total, added, removed }) =>
      rank !== undefined && total === best?.total && added + removed === best.added + best.removed,
  );
  return equals.length === 1;
}

async function afterwards(
  { contest, state, result }: PlayResult,
  usualCode: number,
  { input, cli }: { readonly input: CommandInput; readonly cli: CliWorld },
): Promise<number> {
  if (state !== 'closed' || result?.type !== 'race') return usualCode;
  const won = usualCode === exitCode.ok && result.winner !== undefined;
  if (flag(input, 'apply') && won && isClear(result)) {
    // Loaded for those who apply: most races end before.
    const { applyCommand } = await import('./apply-command.ts');
    return await applyCommand({ words: [contest], options: { yes: true } }, cli);
  }
  if (flag(input, 'apply')) cli.stderr.write('Nothing was applied: there is no clear winner.\n');
  // The result itself says what to do next, where it is shown to people.
  if (flag(input, 'json') && result.rows.some(({ files }) => files > 0))
    cli.stderr.write(
      `See it with: joust diff ${contest}${won ? `; take it with: joust apply ${contest}` : ''}\n`,
    );
  return usualCode;
}
