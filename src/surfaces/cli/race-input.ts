// From the options of a race, over the [race] table of the config, to what its contest is opened with.
import type { RaceConfig } from '../../config/race-config.ts';
import { checkNameShape, insideShape } from '../../config/rules.ts';
import type { ConfigFlags } from '../../config/text-layers.ts';
import type { CheckSpec, Weights } from '../../domain/check-spec.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { readWhatIf } from '../../formats/race/weights-text.ts';
import type { RaceWish } from '../../index.ts';
import { type CommandInput, flag, text, texts } from './command.ts';

export interface RaceSetting {
  /** With what the command line says already over it. */
  readonly race: RaceConfig;
  /** Somebody set a limit of the gate. */
  readonly explicit: boolean;
  /** Absent: nobody judges. */
  readonly judging?: Pick<RaceWish, 'judges' | 'orders' | 'selfJudging' | 'rubric'>;
}

const nobody = { judges: [], orders: 'both', selfJudging: 'exclude', rubric: null } as const;

export function raceWish(input: CommandInput, { race, explicit, judging }: RaceSetting): RaceWish {
  return {
    checks: checksOf(input, race),
    onlyNamed: flag(input, 'no-found-checks') || !race.found,
    preset: race.preset ?? null,
    weights: weightsOf(input, { race, judged: judging !== undefined }),
    setup: race.setup ?? null,
    copy: copyOf(input) ?? race.copy ?? null,
    sandbox: race.sandbox,
    checkNetwork: race.checkNetwork,
    maxDiskBytes: race.maxDiskBytes,
    checkTimeoutMs: race.checkTimeoutMs,
    gate: {
      budgetTokens: race.budgetTokens,
      confirmTokens: race.confirmTokens,
      tokensPerRun: race.tokensPerRun,
      explicit,
    },
    ...(judging ?? nobody),
    crossTests: race.crossTests,
    stopWhen: race.stopWhen ?? null,
    tag: tagOf(input) ?? null,
  };
}

/** What the command line says in place of the [race] table. */
const flagNames = {
  preset: 'preset',
  setup: 'setup',
  sandbox: 'sandbox',
  'check-network': 'checkNetwork',
  'check-timeout': 'checkTimeout',
  'max-disk': 'maxDisk',
  'judge-weight': 'judgeWeight',
  'cross-tests': 'crossTests',
  'stop-when': 'stopWhen',
  'budget-tokens': 'budgetTokens',
  'confirm-tokens': 'confirmTokens',
  'tokens-per-run': 'tokensPerRun',
} as const satisfies Readonly<Record<string, keyof ConfigFlags>>;

export function raceFlags(input: CommandInput): ConfigFlags {
  if (text(input, 'sandbox') === 'container')
    throw new JoustError('--sandbox container is not there yet', {
      code: 'usage',
      hint: 'Use --sandbox os.',
    });
  const said = Object.entries(flagNames).flatMap(([option, name]) => {
    const value = text(input, option);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(said);
}

export function tagOf(input: CommandInput): string | undefined {
  const tag = text(input, 'tag')?.trim();
  if (tag === undefined || /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,39}$/u.test(tag)) return tag;
  throw new JoustError(`--tag ${tag} is not a tag`, {
    code: 'usage',
    hint: 'Write one word of up to 40 letters, digits, dots, dashes and underscores, as in --tag build.',
  });
}

/** What is said here stands for what the config says under the same name; an empty command leaves a found check out. */
function checksOf(input: CommandInput, { checks, without }: RaceConfig): readonly CheckSpec[] {
  const byName = new Map<string, CheckSpec>();
  for (const name of without) byName.set(name, leftOut(name));
  for (const [name, check] of Object.entries(checks))
    byName.set(name, checkOf({ required: true, ...check, name }, `race.checks.${name} of the config`));
  for (const { name, command } of texts(input, 'check').map(checkSaid))
    byName.set(name, command === '' ? leftOut(name) : checkOf({ name, command, required: true }, '--check'));
  return [...byName.values()];
}

function leftOut(name: string): CheckSpec {
  return { name, command: '', required: false };
}

/** An empty command: a found check of that name is left out. */
function checkSaid(said: string): { readonly name: string; readonly command: string } {
  const equals = said.indexOf('=');
  const name = said.slice(0, Math.max(0, equals)).trim();
  const command = said.slice(equals + 1).trim();
  if (checkNameShape.test(name) && !command.includes('\0')) return { name, command };
  throw new JoustError(`--check ${said} is not allowed: expected NAME=COMMAND`, {
    code: 'usage',
    hint: 'Write --check test="npm test", or --check test= to leave a found check out.',
  });
}

/** What a check of such a name prints is worth reading, where nobody says how. */
const usual: Readonly<Record<string, Pick<CheckSpec, 'parser' | 'signal'>>> = {
  test: { parser: 'any-tests', signal: 'tests' },
  tests: { parser: 'any-tests', signal: 'tests' },
  lint: { parser: 'any-lint', signal: 'lint' },
  readiness: { parser: 'percent', signal: 'readiness' },
};

function checkOf(check: Omit<CheckSpec, 'origin'>, origin: string): CheckSpec {
  const { name, parser, signal } = check;
  const read =
    parser === undefined && signal === undefined && Object.hasOwn(usual, name) ? usual[name] : undefined;
  return { ...check, ...read, origin };
}

function weightsOf(
  input: CommandInput,
  { race, judged }: { readonly race: RaceConfig; readonly judged: boolean },
): Partial<Weights> {
  const said = text(input, 'weights');
  const weights: Partial<Weights> = { ...race.weights, ...(said === undefined ? {} : readWhatIf(said)) };
  if (judged) return { judge: race.judgeWeight, ...weights };
  if (weights.judge === undefined) return weights;
  throw new JoustError('--weights gives judges a weight, and nobody judges', {
    code: 'usage',
    hint: 'Add --judge, or leave judge out of the weights.',
  });
}

function copyOf(input: CommandInput): readonly string[] | undefined {
  const globs = texts(input, 'copy').map((glob) => glob.trim());
  const wrong = globs.find((glob) => !insideShape.test(glob));
  if (wrong === undefined) return globs.length === 0 ? undefined : globs;
  throw new JoustError(`--copy ${wrong} does not stay inside the repository`, {
    code: 'usage',
    hint: 'Write a glob from the top of the repository, as in --copy node_modules.',
  });
}
