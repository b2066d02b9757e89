// An answer as people read it: who, how it ended, at what price, and the text.
import type { AttemptEnded } from '../domain/event.ts';
import type { Observation } from '../domain/observation.ts';
import { duration, money, tokens, totalTokens } from './figures.ts';
import { visible, visibleLine } from './visible.ts';

export interface AnswerHead {
  readonly name: string;
  readonly model: string | undefined;
  readonly simulated: boolean;
}

/** `claude (opus) · ok · 3.5s · 1.2k tok · $0.0123`. */
export function answerHeading({ name, model, simulated }: AnswerHead, end: AttemptEnded): string {
  const shown = model === undefined || name.includes(model) ? name : `${name} (${model})`;
  const total = totalTokens(end.usage);
  const figures = [
    simulated ? 'simulated' : undefined,
    end.outcome,
    end.timing.ranMs === undefined ? undefined : duration(end.timing.ranMs),
    total === undefined ? 'tokens unknown' : tokens(total),
    simulated ? undefined : money(end.cost),
  ];
  return visibleLine([shown, ...figures.filter((figure) => figure !== undefined)].join(' · '));
}

export function answerBody(end: AttemptEnded, text: string): string {
  const answer = visible(text).trimEnd();
  const cut =
    end.truncated === true
      ? '\n\n(The answer is longer than joust keeps in memory; the whole is in its log.)'
      : '';
  if (end.outcome === 'ok') return `${answer}${cut}`;
  const reason =
    end.reason === undefined ? `No answer: ${end.outcome}.` : `No answer: ${visibleLine(end.reason)}`;
  return answer === '' ? reason : `${reason}\n\nWhat there was of it:\n\n${answer}${cut}`;
}

/** An answer that is on nobody's record: who, how it ended, the text, and where it is kept. */
export function unrecordedText(seen: Extract<Observation, { type: 'unrecorded' }>): string {
  const heading = visibleLine(`${seen.contestant} · ${seen.outcome} · NOT RECORDED`);
  return `## ${heading}\n\n${visible(seen.text).trimEnd()}\n\n`;
}
