// Plays a contest on as somebody asks for it: with other limits, failed attempts again, or only some of the contestants.

import type { ConfigFlags } from '../config/text-layers.ts';
import type { SettingValue } from '../domain/settings/rule.ts';
import { contestSettings } from '../domain/settings/settings.ts';
import type { Limits } from '../domain/usage.ts';
import type { Given } from '../formats/format.ts';
import { openArchive } from '../record/archive.ts';
import { ledgerUrl } from '../record/user-ledger.ts';
import { contestSummary } from '../views/contest-summary.ts';
import type { RecordedSetting, World } from './create-player.ts';
import { extendedConfig } from './extensions/extended-config.ts';
import { resumeContest } from './play.ts';
import { limitsOf, playWorld } from './player-settings.ts';
import type { PlayResult } from './result.ts';

export interface GoOnRequest {
  /** Limits in place of those it was opened with, by the names of their settings. */
  readonly limits?: Given;
  readonly retryFailed?: boolean;
  /** Nobody else plays on. */
  readonly only?: readonly string[];
  readonly waitForQuotaMs?: number;
  readonly approve?: boolean;
  /** Played in this process, though it was opened for a pool of hosts. */
  readonly here?: boolean;
}

export async function playOn(
  id: string,
  asked: GoOnRequest,
  world: Omit<World, 'settings' | 'lanes'>,
): Promise<PlayResult> {
  const { limits: said = {}, retryFailed = false, only = [] } = asked;
  const flags: ConfigFlags = Object.fromEntries(
    contestSettings.flatMap(({ name, config }) =>
      config === undefined || said[name] === undefined ? [] : [[config, said[name] as SettingValue]],
    ),
  );
  const loaded = await extendedConfig({ machine: world.machine, cwd: world.machine.cwd, flags });
  const { settings, lanes } = playWorld(loaded, asked);
  const named = only.length === 0 ? {} : { only };
  // What is not said now is as it was when the contest was opened.
  const playing = { ...world, lanes, said: saidNow(asked), settings: { ...settings, ...named } };
  const reopening = { retryFailed, limits: limitsSaid(limitsOf(loaded), said), ...named };
  if (asked.here === true || !(await isPooled(id, asked, world)))
    return await resumeContest(id, playing, reopening);
  const { playOnInPool } = await import('../pool/play-in-pool.ts');
  return await playOnInPool(id, playing, { reopening, retell: resumeContest });
}

/** Only a ledger that several hosts share has such contests. */
async function isPooled(
  id: string,
  { retryFailed }: GoOnRequest,
  { machine, home }: Pick<World, 'machine' | 'home'>,
): Promise<boolean> {
  if ((await ledgerUrl(machine)) === undefined) return false;
  await using archive = openArchive(home, machine);
  const summary = contestSummary(id, await archive.events(id));
  return summary?.opened.pool !== undefined && (summary.state === 'open' || retryFailed === true);
}

function saidNow({ waitForQuotaMs, approve }: GoOnRequest): readonly RecordedSetting[] {
  return [
    ...(waitForQuotaMs === undefined ? [] : (['waitForQuotaMs'] as const)),
    ...(approve === undefined ? [] : (['approve'] as const)),
  ];
}

/** Only those that were said: the others stay as the contest was opened with. */
function limitsSaid({ usd, tokens, attempts, partial, timeMs }: Limits, said: Given): Limits {
  return {
    ...(said['maxUsd'] !== undefined && usd !== undefined && { usd }),
    ...(said['maxTokens'] !== undefined && tokens !== undefined && { tokens }),
    ...(said['maxAttempts'] !== undefined && attempts !== undefined && { attempts }),
    ...(said['partial'] !== undefined && { partial: partial === true }),
    ...(said['maxTime'] !== undefined && timeMs !== undefined && { timeMs }),
  };
}
