// The arenas nobody has picked in yet.

import { type Archive, openArchive } from '../../../../app/archive.ts';
import { homeOf } from '../../../../app/host.ts';
import type { Contestant } from '../../../../domain/contestant.ts';
import { blindUntil } from '../../../../domain/events/blind-record.ts';
import { exitCode } from '../../../../domain/joust-error.ts';
import { contestSummary } from '../../../../views/contest-summary.ts';
import { safeJson, visibleLine } from '../../../../views/visible.ts';
import { type CliWorld, type CommandInput, flag } from '../../grammar/command.ts';

interface PendingArena {
  readonly id: string;
  readonly openedAt: string;
  readonly state: 'playing' | 'waiting' | 'open';
  readonly roster: readonly Contestant[];
  readonly prompt: string;
  /** What it waits for; absent: it does not wait for a person. */
  readonly question?: string;
}

/** Newest first. */
async function pendingArenas(archive: Archive): Promise<readonly PendingArena[]> {
  const pending: PendingArena[] = [];
  for (const { contest, event } of await archive.contests()) {
    if (event.type !== 'contest.opened' || blindUntil(event) === undefined) continue;
    const summary = contestSummary(contest, await archive.events(contest));
    if (summary?.blind !== true) continue;
    const { openedAt, waiting } = summary;
    const idle = waiting === undefined ? 'open' : 'waiting';
    pending.push({
      id: contest,
      openedAt,
      state: (await archive.player(contest)) === undefined ? idle : 'playing',
      roster: event.roster,
      prompt: await archive.text(event.task.prompt),
      ...(waiting !== undefined && { question: waiting.question }),
    });
  }
  return pending;
}

export async function tellPending(input: CommandInput, cli: CliWorld): Promise<number> {
  for (const { id, openedAt, state, roster, prompt, question } of await pendingIn(cli)) {
    const names = roster.map(({ name }) => name);
    const time = openedAt.slice(0, 16).replace('T', ' ');
    const line = [id, time, state, names.join(' and '), visibleLine(prompt.slice(0, 400)).slice(0, 60)];
    const json = { contest: id, openedAt, state, roster: names, prompt: prompt.slice(0, 200), question };
    cli.stdout.write(`${flag(input, 'json') ? safeJson(json) : visibleLine(line.join(' · '))}\n`);
  }
  return exitCode.ok;
}

async function pendingIn({ machine }: CliWorld): Promise<readonly PendingArena[]> {
  await using archive = openArchive(homeOf(machine), machine);
  return await pendingArenas(archive);
}
