// What attempts have said that are being played elsewhere: one by itself, and the two of an arena without names.
import { agentOf } from '../agents/all.ts';
import { cleaned, tailAttempt } from '../contest/attempt/watch.ts';
import type { Player } from '../contest/play/player.ts';
import type { AgentEvent } from '../domain/agent-event.ts';
import type { JoustEvent } from '../domain/event.ts';
import { blindUntil, isBlind } from '../domain/events/blind-pick.ts';
import { everybody } from '../domain/roster.ts';
import { sidesOnRecord, soFarWithoutAuthor, withoutAuthor } from '../formats/arena/sides.ts';
import type { Ledger } from '../ledger/ledger.ts';

interface Place {
  readonly ledger: Ledger;
  readonly machine: Player['machine'];
}

/** From its first word; whether it may be heard is for who asks to know. */
export async function* tailAttemptOf(
  { ledger, machine }: Place,
  { events, key, signal }: { events: readonly JoustEvent[]; key: string; signal: AbortSignal },
): AsyncGenerator<AgentEvent> {
  const opened = events.find((event) => event.type === 'contest.opened');
  const started = events.findLast((event) => event.type === 'attempt.started' && event.key === key);
  if (opened === undefined || started?.type !== 'attempt.started') return;
  const contestant = everybody(opened).find(({ name }) => name === started.contestant);
  if (contestant === undefined || started.spool === undefined) return;
  const prompt = (await ledger.blob(opened.task.prompt)).toString('utf8');
  const request = { prompt, contestant, tier: started.tier, cwd: opened.task.cwd, asRoot: machine.asRoot };
  const said = tailAttempt(agentOf(contestant.agent), request, { path: started.spool, signal });
  // What it was given is known to its player alone; what looks like a secret is none to show.
  yield* cleaned(said, {});
}

export interface ArenaSide {
  readonly label: string;
  /** Without what gives its author away. */
  readonly text: string;
  readonly state: 'writing' | 'ended' | 'failed';
  /** From the pick on. */
  readonly contestant?: string;
}

export async function arenaSides({ ledger, machine }: Place, id: string): Promise<readonly ArenaSide[]> {
  const events = (await ledger.events(id)).map(({ event }) => event);
  const opened = events.find((event) => event.type === 'contest.opened');
  if (opened === undefined || blindUntil(opened) === undefined) return [];
  const prompt = (await ledger.blob(opened.task.prompt)).toString('utf8');
  const named = !isBlind(events);
  return await Promise.all(
    sidesOnRecord(events).map(async ({ label, key, contestant, end }): Promise<ArenaSide> => {
      const about = { label, contestant: named ? contestant.name : undefined };
      if (end !== undefined) {
        const text = end.answer === undefined ? '' : (await ledger.blob(end.answer)).toString('utf8');
        const state = text === '' ? 'failed' : 'ended';
        return { ...about, state, text: withoutAuthor(text, { opened, prompt }).text };
      }
      let said = '';
      // Told what is there; nothing is waited for.
      const signal = AbortSignal.abort();
      for await (const event of tailAttemptOf({ ledger, machine }, { events, key, signal }))
        if (event.type === 'text') said += event.delta;
      return { ...about, state: 'writing', text: soFarWithoutAuthor(said, { opened, prompt }) };
    }),
  );
}
