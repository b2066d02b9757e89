// From what was said of a race, over what the config says, to what is asked for.
import type { CheckSpec, Weights } from '../../domain/check-spec.ts';
import { aboutSetting, blame, JoustError } from '../../domain/joust-error.ts';
import { presetNamed } from '../../domain/settings/race-presets.ts';
import { checkNameShape, durationMs } from '../../domain/settings/rule.ts';
import { adoptSource } from '../../workspace/base/adopt-tree.ts';
import type { SetUp } from '../format.ts';
import { type Judging, judgingOf, rubricSaid, subjectOf, weighings } from '../judging-options.ts';
import type { Scene } from '../scene.ts';
import { options, type RaceWish } from './options.ts';
import { prepareRace } from './prepare.ts';
import { entryNameShape, type RaceRequest } from './settings.ts';
import { readWhatIf } from './what-if.ts';

export async function setUp(said: RaceRequest, scene: Scene): Promise<SetUp> {
  const judging = await judgingSaid(said, scene);
  const wish =
    said.adopt === undefined
      ? raceWish(said, scene, judging)
      : await adoptWish({ ...said, adopt: said.adopt }, scene, judging);
  return {
    prepare: (player, place) => prepareRace(player, wish, place),
    tier: said.yolo === true ? 'full' : 'write',
    staff: judging?.staff ?? [],
    notes: [...aloneNotes(scene), ...(judging?.notes ?? [])],
  };
}

/** Where nobody said how many, one is fewer than a race has. */
function aloneNotes({ roster: [only, ...others], said }: Scene): readonly string[] {
  if (only === undefined || others.length > 0) return [];
  return ['contestant', 'num', 'adopt'].some((name) => said.has(name))
    ? []
    : [`A race of one: the change of ${only.name} is measured, and there is no other to compare it with.`];
}

const gateKeys = ['race.budget_tokens', 'race.confirm_tokens', 'race.tokens_per_run'];

export function raceWish(
  said: RaceRequest,
  scene: Pick<Scene, 'isSet'>,
  judging: Judging | undefined,
): RaceWish {
  const { budgetTokens, tokensPerRun } = said;
  const preset = said.preset === undefined ? undefined : presetNamed(said.preset);
  const confirmTokens = scene.isSet('race.confirm_tokens')
    ? said.confirmTokens
    : (preset?.confirmTokens ?? said.confirmTokens);
  return {
    checks: checksOf(said),
    mayRemoveTests: Object.entries(said.checks ?? {}).flatMap(([name, one]) =>
      one.may_remove_tests === true ? [name] : [],
    ),
    onlyNamed: said.noFoundChecks === true || !said.found,
    preset: said.preset ?? null,
    weights: weightsOf(said, judging !== undefined),
    setup: said.setup ?? null,
    copy: said.copy ?? null,
    sandbox: said.sandbox,
    workspace: said.workspace,
    baseFirst: said.baseFirst,
    checkNetwork: said.checkNetwork,
    maxDiskBytes: said.maxDisk,
    checkTimeoutMs: said.checkTimeout,
    gate: { budgetTokens, confirmTokens, tokensPerRun, explicit: gateKeys.some((key) => scene.isSet(key)) },
    ...judgedBy(said, judging),
    crossTests: said.crossTests,
    stopWhen: said.stopWhen ?? null,
    allowFailing: [...(said.allowFailing ?? [])],
    knownFailures: [...said.knownFailures],
    tag: said.tag ?? null,
  };
}

/** Work made elsewhere, measured and ranked beside the entries of a race on record, as that race was. */
async function adoptWish(
  said: RaceRequest & { readonly adopt: string },
  scene: Scene,
  judging: Judging | undefined,
): Promise<RaceWish> {
  const { id, opened } = subjectOf(scene);
  const raced = opened.format === 'race' ? options.safeParse(opened.options) : undefined;
  if (raced?.success !== true)
    throw new JoustError(`contest ${id} is no race`, {
      code: 'usage',
      setting: 'subject',
      hint: 'Work made elsewhere can enter a race; see which there are with: joust list.',
    });
  const { base: _base, rules: _rules, entries: _entries, estimateTokens: _tokens, ...kept } = raced.data;
  scene.checkFile(said.adopt, 'adopt');
  const source = await adoptSource(said.adopt, scene.cwd).catch(blame('adopt'));
  const name = said.adoptAs ?? source.usualName;
  if (!entryNameShape.test(name))
    throw new JoustError(`"${name}" cannot be the name of an entry`, {
      code: 'usage',
      setting: 'adoptAs',
      hint: 'Give one of letters, digits, dots, dashes and underscores: --name mine.',
    });
  return {
    ...kept,
    ...judgedBy(said, judging),
    allowFailing: [...(said.allowFailing ?? kept.allowFailing)],
    onlyNamed: true,
    mayRemoveTests: [],
    stopWhen: null,
    adopt: { contest: id, source: source.source, name },
  };
}

/** `--judge` alone, or a rubric, leaves it open who judges. */
async function judgingSaid(said: RaceRequest, scene: Scene): Promise<Judging | undefined> {
  const { weighing: weights = 'record' } = weightsSaid(said);
  if (said.rubric !== undefined || said.judge !== undefined)
    return await judgingOf({ ...said, weights }, scene);
  const idle = ['judgeWeight', 'orders', 'selfJudging', 'even'].find((name) => scene.said.has(name));
  if (idle === undefined) return undefined;
  throw new JoustError(`${idle} is for judges, and nobody judges`, {
    code: 'usage',
    setting: idle,
    hint: 'Add --judge.',
  });
}

function judgedBy(
  { rubric }: RaceRequest,
  judging: Judging | undefined,
): Pick<RaceWish, 'judges' | 'orders' | 'selfJudging' | 'even' | 'rubric' | 'weighed'> {
  const nobody = { judges: [], orders: 'both', selfJudging: 'exclude' } as const;
  const { judges, ...how } = judging?.options ?? nobody;
  return {
    judges: [...judges],
    ...how,
    rubric: rubric === undefined ? null : rubricSaid(rubric),
  };
}

/** What is said here stands for what the config says under the same name; an empty command leaves a found check out. */
function checksOf({ check = [], checks = {}, without }: RaceRequest): CheckSpec[] {
  const byName = new Map<string, CheckSpec>();
  for (const name of without) byName.set(name, leftOut(name));
  for (const [name, one] of Object.entries(checks).filter(([, { command }]) => command !== undefined))
    byName.set(name, checkOf({ ...configured(one), name }, `race.checks.${name} of the config`));
  for (const { name, command } of check.map(checkSaid))
    byName.set(name, command === '' ? leftOut(name) : checkOf({ name, command, required: true }, '--check'));
  return [...byName.values()];
}

function configured({
  command = '',
  required = true,
  timeout,
  may_remove_tests: _permission,
  ...one
}: NonNullable<RaceRequest['checks']>[string]): Omit<CheckSpec, 'name' | 'origin'> {
  const timeoutMs = timeout === undefined ? undefined : durationMs(timeout);
  return { ...one, command, required, timeoutMs };
}

function leftOut(name: string): CheckSpec {
  return { name, command: '', required: false };
}

/** An empty command: a found check of that name is left out. */
function checkSaid(said: string): { readonly name: string; readonly command: string } {
  const equals = said.indexOf('=');
  const name = said.slice(0, Math.max(0, equals)).trim();
  const command = said.slice(equals + 1).trim();
  if (checkNameShape.test(name)) return { name, command };
  throw new JoustError(`--check ${said} is not allowed: expected NAME=COMMAND`, {
    code: 'usage',
    setting: 'check',
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

/** `equal` or `record` among the signals is about the judges. */
function weightsSaid({ weights = '' }: RaceRequest): {
  readonly weighing?: (typeof weighings)[number] | undefined;
  readonly signals: string;
} {
  const parts = weights.split(',').map((part) => part.trim());
  const weighing = weighings.find((word) => parts.includes(word));
  return { weighing, signals: parts.filter((part) => part !== weighing).join(',') };
}

function weightsOf(said: RaceRequest, judged: boolean): Partial<Weights> {
  const { weightsTable: table, judgeWeight } = said;
  const { signals } = weightsSaid(said);
  const weights: Partial<Weights> = {
    ...Object.fromEntries(Object.entries(table ?? {}).filter(([, weight]) => weight !== undefined)),
    ...(signals === '' ? {} : aboutSetting('weights', () => readWhatIf(signals))),
  };
  if (judged) return { judge: judgeWeight, ...weights };
  if (weights.judge === undefined) return weights;
  throw new JoustError('--weights gives judges a weight, and nobody judges', {
    code: 'usage',
    setting: 'weights',
    hint: 'Add --judge, or leave judge out of the weights.',
  });
}
