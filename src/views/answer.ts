// An answer as people read it: who, how it ended, at what price, and the text.
import type { Observation } from '../domain/agent-event.ts';
import type { AttemptEnded, AttemptParked, GateAsked } from '../domain/event.ts';
import { totalTokens } from '../domain/figures.ts';
import { duration, moment, money, tokens } from './units.ts';
import { visibleLine, visibleQuote } from './visible.ts';

export interface AnswerHead {
  readonly name: string;
  readonly model: string | undefined;
  readonly simulated: boolean;
}

/** `claude (opus) · ok · 3.5s · 1.2k tok · $0.0123`; in a debate with its round before that. What is unknown is told once, apart. */
export function answerHeading({ name, model, simulated }: AnswerHead, end: AttemptEnded): string {
  const shown = model === undefined || name.includes(model) ? name : `${name} (${model})`;
  const total = totalTokens(end.usage);
  const figures = [
    end.round === undefined ? undefined : `round ${end.round}`,
    simulated ? 'simulated' : undefined,
    end.outcome,
    end.timing.ranMs === undefined ? undefined : duration(end.timing.ranMs),
    total === undefined ? undefined : tokens(total),
    speed(end),
    simulated || end.cost === undefined ? undefined : money(end.cost),
  ];
  return visibleLine([shown, ...figures.filter((figure) => figure !== undefined)].join(' · '));
}

/** `Unknown: tokens and cost of dee and eli.` Nothing where everything is known. */
export function unknownText(
  ends: readonly AttemptEnded[],
  isSimulated: (contestant: string) => boolean,
): string | undefined {
  const byWhat = new Map<string, Set<string>>();
  for (const end of ends) {
    const isUncounted = totalTokens(end.usage) === undefined;
    const isAsked = end.replayed !== true && !isSimulated(end.contestant);
    const isUnpriced = end.cost === undefined && isAsked;
    const what = [...(isUncounted ? ['tokens'] : []), ...(isUnpriced ? ['cost'] : [])].join(' and ');
    if (what !== '') byWhat.set(what, (byWhat.get(what) ?? new Set()).add(end.contestant));
  }
  const parts = [...byWhat].map(([what, names]) => `${what} of ${[...names].join(', ')}`);
  return parts.length === 0 ? undefined : visibleLine(`Unknown: ${parts.join('; ')}.`);
}

/** What came within less is no stream: an answer in one piece says nothing of a speed. */
const shortestStreamMs = 200;

/** From the first token on. Only within a local lane do speeds compare, and only where nobody else was served meanwhile. */
function speed(end: AttemptEnded): string | undefined {
  const { lane, alone } = end;
  const rate = lane === undefined || lane === 'cloud' ? undefined : tokensPerSecond(end);
  return rate === undefined
    ? undefined
    : `${rate.toFixed(1)} tok/s${alone === true ? ' alone' : ''} in ${lane}`;
}

/** While it wrote; undefined: it was not seen to. */
export function tokensPerSecond({
  usage,
  timing: { ranMs, firstTokenMs },
}: Pick<AttemptEnded, 'usage' | 'timing'>): number | undefined {
  if (usage?.outputTokens === undefined || ranMs === undefined || firstTokenMs === undefined)
    return undefined;
  const streamedMs = ranMs - firstTokenMs;
  return streamedMs < shortestStreamMs ? undefined : (usage.outputTokens * 1000) / streamedMs;
}

/** What to do about an attempt that failed; undefined: nothing is wrong, or there is nothing to be done. */
export function failureHint({
  outcome,
  contestant,
}: Pick<AttemptEnded, 'outcome' | 'contestant'>): string | undefined {
  return failureHints[outcome]?.replaceAll('NAME', contestant);
}

const failureHints: Readonly<Partial<Record<AttemptEnded['outcome'], string>>> = {
  unauthenticated: 'joust doctor NAME says how to log in; then run those that failed again.',
  missing: 'joust doctor NAME says how to install it; then run those that failed again.',
  'rate-limited': 'Its quota is used up for now: run those that failed again later.',
  'timed-out': 'Give it more time (--timeout), or a smaller task; then run it again.',
  crashed: 'Its log has what it printed; run those that failed again where that may help.',
  incomplete: 'It reached a limit of its own: ask for less at once, or run it again.',
  refused: 'The model did not want to: say it in other words, or ask another one.',
  blocked: 'It waits for a permission or an answer: its log says what for.',
  empty: 'It ended without a word: its log may say why.',
};

/** `quote`: how text of others is shown. */
export function answerBody(end: AttemptEnded, text: string, quote = plainQuote()): string {
  const answer = quote(text);
  const cut =
    end.truncated === true
      ? '\n\n(The answer is longer than joust keeps in memory; the whole is in its log.)'
      : '';
  if (end.outcome === 'ok') return `${answer}${cut}`;
  const reason =
    end.reason === undefined ? `No answer: ${end.outcome}.` : `No answer: ${visibleLine(end.reason)}`;
  return answer === '' ? reason : `${reason}\n\nWhat there was of it:\n\n${answer}${cut}`;
}

/** As it is, but for what could drive a terminal or pass for a heading of one of these. */
export function plainQuote(names: readonly string[] = []): (text: string) => string {
  return (text) => visibleQuote(text, names);
}

/** Parked is neither an answer nor a failure: who, until when, and why. */
export function parkedText({ contestant, until, guessed, reason }: AttemptParked): string {
  const when = guessed ? `perhaps until ${moment(until)}` : `until ${moment(until)}`;
  return visibleLine(`${contestant} · parked ${when} · ${reason}`);
}

/** Of a contest that is to be gone on with: who waits, for how long, and what to do then. */
export function parkedContestText(parked: readonly AttemptParked[], blind = false): string {
  const [first] = parked.toSorted((a, b) => a.until.localeCompare(b.until));
  const when = `${first?.guessed === true ? 'perhaps ' : ''}${moment(first?.until ?? '')}`;
  const who = blind ? 'not said before the pick' : parked.map(({ contestant }) => contestant).join(', ');
  return `Parked until its quota is back (${when}): ${visibleLine(who)}.`;
}

/** An answer that is on nobody's record: who, how it ended, the text, and where it is kept. */
export function unrecordedText(
  seen: Extract<Observation, { type: 'unrecorded' }>,
  names: readonly string[],
): string {
  const heading = visibleLine(`${seen.contestant} · ${seen.outcome} · NOT RECORDED`);
  return `## ${heading}\n\n${visibleQuote(seen.text, names)}\n\n`;
}

/** What somebody is to look at before answering, under labels and nothing else. */
export function exhibitsText({ exhibits = [] }: Pick<GateAsked, 'exhibits'>): string {
  const labels = exhibits.map(({ label }) => label);
  return exhibits
    .map(({ label, text }) => `## ${visibleLine(label)}\n\n${visibleQuote(text, labels)}\n\n`)
    .join('');
}
