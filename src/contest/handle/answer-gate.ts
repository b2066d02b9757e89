// Settles the question a contest waits for, from wherever the answer comes.
import type { GateAsked, JoustEvent } from '../../domain/event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { saidChoice } from '../../domain/pick.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { failpoint } from '../../process/machine.ts';

/** The first answer stands: where two come at once, the second finds no question. */
export async function answerGate(ledger: Ledger, id: string, answer: string): Promise<GateAsked> {
  const events = (await ledger.events(id)).map(({ event }) => event);
  const answered = new Set(
    events.flatMap((event) => (event.type === 'gate.answered' ? [`${event.key} ${event.inputs}`] : [])),
  );
  const open = events.filter(
    (event) => event.type === 'gate.asked' && !answered.has(`${event.key} ${event.inputs}`),
  );
  const gate = open.at(-1);
  if (gate?.type !== 'gate.asked' || isOver(events)) {
    throw new JoustError(`contest ${id} does not wait for an answer`, {
      code: 'not-found',
      hint: `See how it stands with: joust show ${id}`,
    });
  }
  const meant = saidChoice(gate, answer);
  if (meant === undefined) {
    throw new JoustError(`"${answer}" is no answer to: ${gate.question}`, {
      code: 'usage',
      hint: `It is one of: ${gate.choices.join(', ')}.`,
    });
  }
  const { key, inputs } = gate;
  passFailpoints('before', key);
  await ledger.append([
    { contest: id, events: [{ type: 'gate.answered', v: 1, key, inputs, answer: meant, by: 'command' }] },
  ]);
  passFailpoints('after', key);
  return gate;
}

function passFailpoints(when: 'before' | 'after', key: string): void {
  failpoint(`${when} gate.answered`);
  failpoint(`${when} gate.answered ${key}`);
}

/** A question that was left behind by another way on is nobody's any more. */
function isOver(events: readonly JoustEvent[]): boolean {
  const last = (type: JoustEvent['type']) => events.findLastIndex((event) => event.type === type);
  return last('contest.cancelled') >= 0 || last('contest.closed') > last('attempt.reopened');
}
