// An arena in which somebody picks while one of the two is still writing; from a shorter record it is asked for at the end.
import type { InlineContestant } from '../../src/contest/attempt/inline.ts';
import { answerGate } from '../../src/contest/handle/gate.ts';
import { until } from '../setup/until.ts';
import type { Played, PlayedFormat } from './play-prefix.ts';

let place: Played | undefined;

const short: InlineContestant = async () => {
  const [arena] = (await place?.ledger.contests({ limit: 1 })) ?? [];
  if (place === undefined || arena === undefined) return 'short';
  const { ledger } = place;
  const started = async () =>
    (await ledger.events(arena.contest)).filter(({ event }) => event.type === 'attempt.started');
  await until(async () => (await started()).length === 2);
  // Played on from a record of it, nobody says so again.
  await answerGate(ledger, arena.contest, { answer: 'b' }).catch(() => undefined);
  return 'short';
};

export const pickedEarly: PlayedFormat = {
  name: 'arena, picked early',
  functions: { long: () => 'a long answer, at length', short },
  says: 'b',
  requests: [
    (played) => {
      place = played;
      return {
        format: 'arena',
        prompt: 'why?',
        files: [],
        cwd: played.folder,
        tier: 'read',
        joustVersion: '0',
        roster: ['long', 'short'].map((name) => ({ name, agent: 'inline' })),
        options: { blindUntil: 'pick', styleBlind: false, tags: [] },
      };
    },
  ],
};
