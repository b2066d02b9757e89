// Before a race is on record: the base is taken, the checks are found, and there must be room and whatever was asked for.

import { planCanaries } from '../../checks/canary/plan-canaries.ts';
import { whyNoStart } from '../../checks/find/can-start.ts';
import { findChecks } from '../../checks/find/find-checks.ts';
import { diskTree, findPrograms } from '../../checks/find/project-tree.ts';
import { allParsers, parserNamed } from '../../checks/parsers/all.ts';
import { estimatorFor } from '../../contest/budget/estimate.ts';
import type { Player } from '../../contest/play/player.ts';
import { needSandbox } from '../../contest/workspace/confine.ts';
import { beginLayer, neededOverlays } from '../../contest/workspace/open-workspace.ts';
import { stageChange } from '../../contest/workspace/seal-entry.ts';
import type { Base } from '../../domain/change.ts';
import type { CheckSpec } from '../../domain/check-spec.ts';
import { byteCount, plural, thousands } from '../../domain/figures.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { defaultWeights, type Preset, presetNamed, presets } from '../../domain/settings/race-presets.ts';
import type { StagedBlob } from '../../ledger/ledger.ts';
import { openRepository, type Repository } from '../../workspace/base/repository.ts';
import { diskSpaceFor, type TakenBase, takeBase } from '../../workspace/base/take-base.ts';
import type { PlayPlace, Prepared } from '../format.ts';
import { judgeCalls } from './judge-race.ts';
import type { RaceOptions, RaceWish } from './options.ts';
import { gateFor, taskPrompt } from './run-field.ts';
import { adoptInto } from './sealed-entries.ts';

/** Dependencies that a fresh checkout lacks, where the user's tree has them. */
const usualCopies = ['node_modules', '*/node_modules', '*/*/node_modules', '.venv', 'venv'];

export async function prepareRace(player: Player, wish: RaceWish, request: PlayPlace): Promise<Prepared> {
  const given = wish.adopt === undefined ? undefined : await adoptInto(player, wish.adopt);
  if (request.away !== true) await needSandbox(player, wish.sandbox);
  const preset = presetWished(wish.preset);
  const { base, blobs } = given ?? (await freshBase(player, request.cwd));
  const repository = { top: base.folder, below: base.below };
  const copy = copiesFor(wish, preset);
  const checks = checksFor(wish, preset, repository);
  for (const check of checks) needParser(check);
  needChecks(wish.allowFailing, checks);
  player.observe({ type: 'note', text: checksText(checks) });
  const workspace = await workspaceFor(player, wish, request);
  const runners = given === undefined ? request.roster.length : 0;
  const layered = workspace === 'overlay';
  if (request.away !== true) {
    sayUnstartable(player, checks, { wish, base });
    await needRoom(player, { base, copy, wish, runners, layered });
    beginAhead(player, base, { layered, opens: request.opens });
  }
  const { onlyNamed: _onlyNamed, mayRemoveTests: _mayRemove, adopt: _adopt, ...kept } = wish;
  const estimateTokens = given === undefined ? await estimateOf(player, { wish, checks }, request) : null;
  const options: RaceOptions = {
    ...kept,
    workspace,
    gate: gateTold(player, { ...wish.gate, estimateTokens }, request),
    base,
    copy: [...copy],
    checks: [...checks],
    canaries: [...canariesFor(wish, checks, repository)],
    weights: { ...(preset?.weights ?? defaultWeights), ...wish.weights },
    rules: preset?.rules ?? 'rescale',
    estimateTokens,
    entries: [...(given?.entries ?? [])],
  };
  const { budgetTokens } = wish.gate;
  const { tokens } = request.limits;
  const limited = options.estimateTokens !== null && budgetTokens > 0;
  const limits = {
    ...request.limits,
    attemptTokens: wish.gate.tokensPerRun,
    ...(limited && { tokens: tokens === undefined || budgetTokens < tokens ? budgetTokens : tokens }),
  };
  return { options, limits, blobs };
}

/** It takes a moment, in which the race is put on record. */
function beginAhead(
  player: Player,
  base: Base,
  { layered, opens }: { readonly layered: boolean; readonly opens: true | undefined },
): void {
  if (layered && opens === true) beginLayer(player, base);
}

function needChecks(names: readonly string[], checks: readonly CheckSpec[]): void {
  const unknown = names.find((name) => !checks.some((check) => check.name === name));
  if (unknown === undefined) return;
  const known = checks.map(({ name }) => name).join(', ');
  throw new JoustError(`--allow-failing ${unknown}: this race has no such check`, {
    code: 'usage',
    setting: 'allowFailing',
    hint: known === '' ? 'It has no checks.' : `Checks: ${known}.`,
  });
}

function presetWished(name: string | null): Preset | undefined {
  const found = name === null ? undefined : presetNamed(name);
  if (name === null || found !== undefined) return found;
  throw new JoustError(`there is no preset ${name}`, {
    code: 'usage',
    setting: 'preset',
    hint: `Presets: ${Object.keys(presets).join(', ')}.`,
  });
}

async function freshBase(
  { home, machine, ledger, observe }: Player,
  cwd: string,
): Promise<{ base: Base; blobs: readonly StagedBlob[] }> {
  const repository = await openRepository(cwd, machine.home);
  const taken = await takeBase(repository, { home, nonce: machine.random(12) });
  observe({ type: 'note', text: baseText(repository, taken) });
  const { change, blobs } = await stageChange(ledger, taken.change);
  const { snapshot, tree, files: count, bytes, submodules, turned } = taken;
  const base: Base = {
    folder: repository.top,
    below: repository.below,
    commit: repository.head,
    snapshot,
    tree,
    files: count,
    bytes,
    change: change.files.length > 0 ? change : undefined,
    turned: turned.length > 0 ? [...turned] : undefined,
    submodules: submodules.length > 0 ? [...submodules] : undefined,
  };
  return { base, blobs };
}

function baseText({ head }: Repository, { change, turned, submodules, leftOut }: TakenBase): string {
  const own = new Set(turned);
  const changed = change.filter(({ path }) => !own.has(path)).length;
  const work = changed === 0 ? '' : ` with your uncommitted work in ${plural(changed, 'file')}`;
  const modules = submodules.flatMap(({ path, commit }) => (commit === undefined ? [] : [path]));
  const onDisk = [
    ...(modules.length === 0 ? [] : [`what is checked out in ${modules.join(', ')}`]),
    ...(turned.length === 0 ? [] : [`${plural(turned.length, 'file')} that git filters or turns`]),
  ];
  const asItLies = onDisk.length === 0 ? '' : ` Taken as it lies on disk: ${onDisk.join('; ')}.`;
  const without = leftOut.map(({ path, why }) => ` Left out: ${path}, ${why}.`).join('');
  return `Everybody starts from commit ${head.slice(0, 10)}${work}.${asItLies}${without}`;
}

function copiesFor({ copy }: RaceWish, preset: Preset | undefined): readonly string[] {
  return copy ?? preset?.copy ?? usualCopies;
}

const order: readonly string[] = ['none', 'lint', 'readiness', 'tests'];

/** Named ones stand for found ones of the same name; an empty command leaves a found one out. */
function checksFor(
  { checks, onlyNamed, mayRemoveTests }: RaceWish,
  preset: Preset | undefined,
  { top, below }: { top: string; below: string },
): readonly CheckSpec[] {
  const tree = diskTree(top, below);
  // Whatever runs the entry's own code comes last: it could change what the others see.
  const last = ({ signal }: CheckSpec) => order.indexOf(signal ?? 'none');
  const known: readonly CheckSpec[] = onlyNamed ? [] : (preset?.checks ?? findChecks(tree));
  const found = known.toSorted((one, other) => last(one) - last(other));
  const names = new Set(checks.map(({ name }) => name));
  const chosen = [
    ...found.filter(({ name }) => !names.has(name)),
    ...checks.filter(({ command }) => command !== ''),
  ];
  const mayRemove = new Set(mayRemoveTests);
  return chosen.map((one) => {
    const check = mayRemove.has(one.name) ? { ...one, mayRemoveTests: true as const } : one;
    const uses = findPrograms(check.command, tree).map((path) => (below === '' ? path : `${below}/${path}`));
    return uses.length === 0 ? check : { ...check, uses };
  });
}

/** The rubric of charms is told as it always was. */
function canariesFor(
  { canaries, preset }: RaceWish,
  checks: readonly CheckSpec[],
  { top, below }: { readonly top: string; readonly below: string },
): RaceOptions['canaries'] {
  if (canaries !== undefined) return [...canaries];
  return presetWished(preset)?.rules === 'charm'
    ? []
    : [...planCanaries(checks, diskTree(top, below), below)];
}

function needParser({ name, parser }: CheckSpec): void {
  if (parser === undefined || parserNamed(parser) !== undefined) return;
  throw new JoustError(`the check ${name} has the parser "${parser}", which is not known`, {
    code: 'config',
    setting: 'check',
    hint: `Parsers: ${Object.keys(allParsers).join(', ')}.`,
  });
}

function checksText(checks: readonly CheckSpec[]): string {
  if (checks.length === 0)
    return 'No checks were found, so only the size of a change is measured. Name one with --check NAME=COMMAND.';
  const told = checks.map(({ name, command, origin, required }) => {
    const from = origin === undefined ? '' : ` from ${origin}`;
    return `${name} (${command}${from}${required ? ', required' : ''})`;
  });
  return `Measured by ${told.join('; ')}.`;
}

/** A container sees folders, and not what is mounted for others. */
async function workspaceFor(
  player: Player,
  { workspace, sandbox }: RaceWish,
  { away }: PlayPlace,
): Promise<RaceOptions['workspace']> {
  if (workspace === 'checkout') return workspace;
  if (sandbox === 'container' && workspace === 'overlay')
    throw new JoustError('workspaces cannot be overlays in containers', {
      code: 'usage',
      setting: 'workspace',
      hint: 'Leave --workspace out, or take another sandbox: --sandbox os.',
    });
  // There it is one where it can be.
  if (away === true) return sandbox === 'container' ? 'checkout' : 'overlay';
  if (workspace === 'overlay') await neededOverlays(player);
  return sandbox !== 'container' && 'tier' in (await player.overlays()) ? 'overlay' : 'checkout';
}

/** A setup may bring it, and a container has programs of its own. */
function sayUnstartable(
  { machine, observe }: Player,
  checks: readonly CheckSpec[],
  { wish, base }: { readonly wish: RaceWish; readonly base: Base },
): void {
  if (wish.setup !== null || wish.sandbox === 'container') return;
  for (const check of checks.filter(({ required }) => required)) {
    const why = whyNoStart(check, { env: machine.env, folder: base.folder, below: base.below });
    if (why !== undefined)
      observe({
        type: 'note',
        text: `The required check ${check.name} cannot start: ${why}. It will hold nobody to anything; mend that, or leave it out with --check ${check.name}= .`,
      });
  }
}

/** Less room on a disk than this is no news. */
const worthSaying = 1_000_000_000;

interface RoomWanted {
  readonly base: Base;
  readonly copy: readonly string[];
  readonly wish: RaceWish;
  readonly runners: number;
  readonly layered: boolean;
}

async function needRoom(
  { home, observe }: Player,
  { base, copy, wish, runners, layered }: RoomWanted,
): Promise<void> {
  const { needBytes, eachBytes, freeBytes } = await diskSpaceFor({ home, base, copy, runners, layered });
  const who = runners === 0 ? 'a workspace' : `${plural(runners, 'workspace')} and one`;
  const figures = layered
    ? `${byteCount(needBytes)} once for all workspaces`
    : `${byteCount(needBytes)} for ${who} to measure in (${byteCount(eachBytes)} each)`;
  if (freeBytes !== undefined && freeBytes < needBytes)
    throw new JoustError(
      `there is not enough room for the race: it needs ${figures}, and ${byteCount(freeBytes)} are free`,
      {
        code: 'config',
        setting: 'copy',
        hint: 'Make room, let fewer play, or copy less (--copy).',
      },
    );
  if (!layered && eachBytes > wish.maxDiskBytes)
    throw new JoustError(
      `a workspace takes ${byteCount(eachBytes)}, over --max-disk ${byteCount(wish.maxDiskBytes)}`,
      {
        code: 'usage',
        setting: 'maxDisk',
        hint: 'Raise --max-disk, or copy less (--copy).',
      },
    );
  if (needBytes < worthSaying) return;
  const free = freeBytes === undefined ? '' : `; ${byteCount(freeBytes)} are free`;
  observe({ type: 'note', text: `Disk: ${figures}${free}.` });
}

/** With the question, where somebody has to agree; and who plays alone is told before it begins. */
function gateTold(
  { observe }: Player,
  { estimateTokens, ...gate }: RaceOptions['gate'] & Pick<RaceOptions, 'estimateTokens'>,
  { roster: [first, ...others] }: PlayPlace,
): RaceOptions['gate'] {
  if (first === undefined || others.length === 0) return gate;
  const all = plural(others.length + 1, 'contestant');
  const about = `about ${thousands(estimateTokens ?? 0)} tokens`;
  const way = gateFor(estimateTokens, gate);
  if (way === 'downgrade')
    observe({
      type: 'note',
      text: `A race of one: ${all} would take ${about}, over the budget of ${thousands(gate.budgetTokens)} (--budget-tokens). Only ${first.name} plays.`,
    });
  if (way !== 'confirm') return gate;
  return { ...gate, question: `With no, only ${first.name} plays. Race ${all}, ${about}?` };
}

/** null: nothing costs anything, and nobody asked for a limit. */
async function estimateOf(
  player: Player,
  { wish, checks }: { readonly wish: RaceWish; readonly checks: readonly CheckSpec[] },
  { roster, staff, task }: PlayPlace,
): Promise<number | null> {
  const { gate, judges } = wish;
  const free = [...roster, ...staff].every(({ agent }) => player.agentOf(agent).kind === 'scripted');
  if ((free && !gate.explicit) || roster.length === 0) return null;
  const { ledger, settings } = player;
  const known = { ledger, prices: settings.prices, attemptTokens: gate.tokensPerRun };
  const estimator = await estimatorFor(known, 'race');
  // The longest it can be.
  const prompt = taskPrompt(task.prompt, checks, true);
  let tokens = 0;
  for (const contestant of roster)
    tokens += (await estimator.estimate({ contestant, tier: task.tier, prompt })).tokens;
  const panel = [...roster, ...staff].filter(({ name }) => judges.includes(name));
  for (const contestant of judgeCalls(panel, {
    count: roster.length,
    orders: wish.orders,
    rubric: wish.rubric,
  }))
    tokens += (await estimator.estimate({ contestant, tier: 'read', prompt })).tokens;
  return tokens;
}
