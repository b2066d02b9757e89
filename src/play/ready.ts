// From what somebody asks for to a contest that can be opened: config, roster, the format's own rules. Every surface comes
// this way, so what holds here holds for all of them. Nothing is recorded and nothing is spent.

import type { CastMember } from '../config/config.ts';
import { configured, type LoadedConfig, loadConfig } from '../config/load.ts';
import type { InlinePlayer } from '../config/roster-specs.ts';
import { Probes } from '../contest/accounts/probes.ts';
import { withinEnclosing } from '../contest/play/depth.ts';
import type { Contestant, Tier } from '../domain/contestant.ts';
import type { AttemptEnded } from '../domain/event.ts';
import { blindUntil } from '../domain/events/blind-pick.ts';
import { plural } from '../domain/figures.ts';
import { aboutSetting, blame, JoustError } from '../domain/joust-error.ts';
import {
  areAllowed,
  contestSettings,
  describedFormats,
  insteadOfWriting,
  type Setting,
  settingsOf,
} from '../domain/settings/settings.ts';
import { joustVersion } from '../domain/version.ts';
import { type AnyFormat, formatNamed } from '../formats/all.ts';
import type { Given } from '../formats/format.ts';
import type { MaterialFile, Subject } from '../formats/scene.ts';
import { withoutLineBreak } from '../process/machine.ts';
import { ofFormat } from '../record/archive.ts';
import { foundChecksLeftOut, withoutFoundChecks } from './callable-settings.ts';
import type { World } from './create-player.ts';
import { extensionsAt } from './extensions/extended-config.ts';
import { entriesOnRecord, type RecordWorld, sceneOf, withArchive, withEntries } from './make-scene.ts';
import type { ContestRequest } from './open.ts';
import { limitsOf, playWorld } from './player-settings.ts';
import { callersIn } from './roster/callers.ts';
import { mentionNotes, tierNotes } from './roster/roster-notes.ts';
import { type Chosen, whoPlays } from './roster/who-plays.ts';
import { checkTaskPath, type ProgramCaller } from './task/task-place.ts';
import { inYourWords, taskOf } from './task/task-words.ts';

/** What a surface asks for. */
export interface StartRequest {
  readonly format: string;
  /** What is asked, the content of files included; a format on entries has its subject's. */
  readonly prompt?: string;
  /** How much of its beginning the user wrote; the rest came from files or standard input. Absent: all of it. */
  readonly own?: number;
  /** Names of the files whose content is part of the prompt. */
  readonly files?: readonly string[];
  readonly cwd: string;
  /** Whom this contest knows by names of its own, before those of the config. */
  readonly cast?: Readonly<Record<string, CastMember>>;
  /** Functions of this program that may play or serve, by name. */
  readonly functions?: Readonly<Record<string, InlinePlayer>>;
  /** Files that go on record with it, for formats that hand some out. */
  readonly material?: readonly MaterialFile[];
  /** The contest on record that it is about: its id or a part of it. */
  readonly subject?: string;
  /** By name: those of every contest, and the format's own. */
  readonly settings?: Given;
  /** How long quotas are waited for; absent: whoever has none left is parked. */
  readonly waitForQuotaMs?: number;
  /** Agrees to what would be asked before it starts, and later. */
  readonly approve?: boolean;
  /** Folders that what is printed is kept in, or played back from. */
  readonly cassettes?: { readonly record?: string; readonly replay?: string };
  /** Hosts of a pool play it: those with this label, or any where it is empty. */
  readonly pool?: string;
  /** Who plays, where that is settled already. */
  readonly roster?: readonly Contestant[];
  /** The program that asks, and what its user allows it; absent: the user asks. */
  readonly program?: ProgramCaller;
  /** Families of whoever calls: they are not chosen while there are others. Absent: as the environment tells. */
  readonly callers?: readonly string[];
}

export interface ReadyContest {
  readonly request: ContestRequest;
  /** Sentences before anything is played. */
  readonly notes: readonly string[];
  /** Who is shown while it is played: nobody before a blind pick. */
  readonly players: readonly Contestant[];
  /** The question before whose answer nobody may know who did what. */
  readonly blindUntil?: string;
  readonly world: Pick<World, 'settings' | 'lanes'>;
  /** Whether an answer is shown as it lands. */
  shows(end: AttemptEnded): boolean;
}

export async function readyContest(said: StartRequest, world: RecordWorld): Promise<ReadyContest> {
  aboutSetting('cwd', () => withoutLineBreak(said.cwd));
  const { asked, heldTo } = heldToCaller(said, world);
  await extensionsAt(world.machine, asked.cwd);
  const format = await formatNamed(asked.format);
  const { loaded: ofConfig, given, said: named } = await saidAndConfigured(format, asked, world);
  const known = await knownToPlayers(ofConfig, asked, world);
  const loaded = { ...known, cast: asked.cast, functions: asked.functions };
  const probes = new Probes(world.machine, { home: world.home, envPass: loaded.values.env.pass });
  const subject = await subjectFor(format, asked, world).catch(blame('subject'));
  const callers = asked.callers ?? callersIn(world.machine.env);
  const settled = asked.roster && { roster: asked.roster, notes: [], cwd: asked.cwd };
  const chosen =
    subject ??
    settled ??
    aboutSetting('contestant', () => whoPlays(format, { asked, given, loaded, probes, callers }));
  const { cwd } = chosen;
  // Before a format looks at its caps.
  if (format.about.takes === 'prompt') taskOf(asked, subject);
  const scene = sceneOf(
    {
      format: format.name,
      cwd,
      roster: chosen.roster,
      said: named,
      loaded,
      probes,
      material: asked.material ?? [],
      program: asked.program,
      subject,
    },
    world,
  );
  const {
    notes = [],
    roster = chosen.roster,
    tier = 'read',
    staff = [],
    prompt,
    ...more
  } = await format.setUp(given, scene);
  checkEnough(format, roster);
  const until = blindUntil({ options: more.options ?? {} });
  const task = prompt === undefined ? inYourWords(taskOf(asked, subject), asked, loaded) : { prompt };
  const told = [
    ...heldTo,
    ...loaded.notices,
    ...chosen.notes,
    // Whose entries are only looked at does not play.
    ...(subject === undefined ? tierNotes(roster, tier) : []),
    // Who plays blind is shown quotations only.
    ...(until === undefined ? mentionNotes(roster, task) : []),
    ...notes,
  ];
  return {
    request: {
      ...more,
      notes: told.length > 0 ? told : undefined,
      format: format.name,
      ...task,
      files: asked.files ?? [],
      cwd,
      roster,
      staff,
      tier,
      joustVersion,
      limits: withinEnclosing(limitsOf(loaded), world.machine.env),
      about: subject?.id,
      ...(await poolFor(asked, { format: format.name, tier }, world)),
    },
    notes: told,
    players: until === undefined ? [...roster, ...staff] : [],
    blindUntil: until,
    shows: format.shows({ options: more.options ?? {} }),
    world: playWorld(loaded, asked),
  };
}

/** A contest for the pool needs no agents here: hosts say what they can play. */
async function knownToPlayers(
  config: LoadedConfig,
  { pool }: StartRequest,
  { machine }: RecordWorld,
): Promise<LoadedConfig> {
  if (pool === undefined) return config;
  const { withOffers } = await import('../pool/offers.ts');
  return await withOffers(config, pool, machine).catch(blame('pool'));
}

/** A program keeps to its folders, and needs its user's leave for a project's own checks. */
function heldToCaller(
  asked: StartRequest,
  { machine, home }: RecordWorld,
): { readonly asked: StartRequest; readonly heldTo: readonly string[] } {
  const { program, cwd, settings = {} } = asked;
  if (program === undefined) return { asked, heldTo: [] };
  aboutSetting('cwd', () => checkTaskPath(cwd, { cwd, machine, home, program }));
  const format = describedFormats.find(({ name }) => name === asked.format);
  const held = program.mayCheck ? undefined : withoutFoundChecks(format, settings);
  return held === undefined
    ? { asked, heldTo: [] }
    : { asked: { ...asked, settings: held }, heldTo: [foundChecksLeftOut] };
}

function checkEnough({ name, fewest }: AnyFormat, roster: readonly Contestant[]): void {
  if (roster.length >= fewest) return;
  const found = roster.map((one) => one.name).join(', ');
  throw new JoustError(`${name} needs at least ${fewest} contestants, and only ${found} would play`, {
    code: 'usage',
    setting: 'contestant',
    hint: `Name more with -c, such as -c claude -c codex or -c 'claude*3'. joust doctor shows which agents work here.`,
  });
}

/** Whether a host can play it, and where hosts are looked for, is known before anything is on record. */
async function poolFor(
  { pool, cassettes }: StartRequest,
  of: { readonly format: string; readonly tier: Tier },
  { machine }: RecordWorld,
): Promise<Pick<ContestRequest, 'pool'>> {
  if (pool === undefined) return {};
  const { openingFor, poolUrl } = await import('../pool/pool.ts');
  const opening = aboutSetting('pool', () => openingFor(pool, of));
  await poolUrl(machine);
  if (cassettes !== undefined)
    throw new JoustError('recordings are kept in a folder of this machine, which no host of a pool has', {
      code: 'usage',
      hint: 'Leave out --pool, or --record and --replay.',
    });
  return { pool: opening };
}

/** Settings with a key in the config stand over it; the others go to the format as they are. */
export async function saidAndConfigured(
  format: AnyFormat,
  { settings = {}, cwd }: StartRequest,
  world: RecordWorld,
) {
  const own = describedFormats.find(({ name }) => name === format.name)?.settings ?? [];
  const known = new Map(
    settingsOf({ takes: format.about.takes, settings: own }).map((one) => [one.name, one]),
  );
  const unknown = Object.keys(settings).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new JoustError(`${format.name}: there is no setting ${unknown}`, {
      code: 'usage',
      setting: unknown,
      hint: insteadOfWriting(unknown) ?? `Settings there: ${[...known.keys()].join(', ')}.`,
    });
  await checkGeneral(settings, format.name, own);
  const isGiven = ({ name }: Setting) => settings[name] !== undefined;
  const flags = Object.fromEntries(
    [...known.values()].flatMap((one) =>
      isGiven(one) && one.config !== undefined ? [[one.config, settings[one.name]]] : [],
    ),
  );
  const model = settings['model'];
  const loaded = await loadConfig({
    machine: world.machine,
    cwd,
    flags: { ...flags, ...(Array.isArray(model) && { model }) },
  });
  return { loaded, given: givenTo(own, { settings, loaded, world }), said: new Set(Object.keys(settings)) };
}

/** Those of every contest that somebody said are what they may be; what the format says in its own way is checked by it. */
async function checkGeneral(settings: Given, format: string, own: readonly Setting[]): Promise<void> {
  const general = Object.entries(settings).filter(([name]) => !own.some((one) => one.name === name));
  if (areAllowed(contestSettings, Object.fromEntries(general))) return;
  // Says what is wrong, where something is.
  const { checkContestSettings } = await import('../formats/contest-settings.ts');
  checkContestSettings(settings, format, own);
}

/** What the format is told: what was said, else what the config says, else what a variable says. */
function givenTo(
  own: readonly Setting[],
  { settings, loaded, world }: { settings: Given; loaded: LoadedConfig; world: RecordWorld },
): Given {
  const variables = own.flatMap(({ name, variable }) => {
    const value = variable === undefined ? undefined : world.machine.env[variable];
    return value === undefined ? [] : [[name, value] as const];
  });
  const said = own.flatMap(({ name, config }) =>
    settings[name] === undefined || config !== undefined ? [] : [[name, settings[name]] as const],
  );
  return { ...Object.fromEntries(variables), ...configured(loaded, own), ...Object.fromEntries(said) };
}

/** For a format that is played on entries, or where one is named. */
async function subjectFor(
  { about }: AnyFormat,
  { subject: name, format }: StartRequest,
  world: RecordWorld,
): Promise<(Subject & Chosen) | undefined> {
  const { takes } = about;
  const atLeast = typeof takes === 'object' && 'entries' in takes ? takes.entries : undefined;
  if (atLeast === undefined && name === undefined) return undefined;
  return await withArchive(world, async (archive) => {
    const id = await archive.find(
      name ?? '@last',
      atLeast === undefined ? ofFormat(format) : withEntries(atLeast),
    );
    const { prompt, opened, entries, roster } = await entriesOnRecord(await archive.events(id));
    if (entries.length < (atLeast ?? 0)) {
      throw new JoustError(
        `contest ${id} has ${plural(entries.length, 'entry', 'entries')}, and it takes ${atLeast === 1 ? 'one' : 'two'}`,
        { code: 'not-found', hint: `Only ok answers count; see them with: joust show ${id}` },
      );
    }
    return {
      id,
      opened,
      entries,
      roster,
      prompt: await archive.text(prompt),
      notes: [],
      cwd: opened.task.cwd,
    };
  });
}
