// The live board as text: one line per contestant, never wider than the terminal.
import stringWidth from 'string-width';
import { totalTokens } from '../../domain/figures.ts';
import { tailText } from '../../domain/kept-text.ts';
import { clip } from '../render/columns.ts';
import { duration, moment, tokens } from '../units.ts';
import { visibleLine } from '../visible.ts';
import { checkName, type LiveContest, type LiveContestant } from './live.ts';

export interface BoardLine {
  readonly name: string;
  readonly state: LiveContestant['state'];
  readonly outcome: string | undefined;
  /** The line after its mark, cut to the width. */
  readonly text: string;
  /** Where in it a thought begins. */
  readonly thoughtAt?: number;
}

export interface BoardOptions {
  readonly nowMs: number;
  readonly width: number;
}

/** A line's mark and the space behind it. */
const markWidth = 2;

export function boardLines(live: LiveContest, { nowMs, width }: BoardOptions): readonly BoardLine[] {
  const nameWidth = Math.min(
    28,
    Math.max(...live.contestants.map(({ name }) => stringWidth(visibleLine(name)))),
  );
  const line = (name: string, text: string) =>
    clip(`${padded(visibleLine(name), nameWidth)}  ${text}`, width - markWidth);
  return [
    ...hiddenLine(live, { nowMs, width }),
    ...live.contestants.map((one) => {
      const text = line(one.name, describe(one, nowMs));
      const thoughtAt = isThinking(one) ? text.indexOf(thinks) : -1;
      const { name, state, end } = one;
      return { name, state, outcome: end?.outcome, text, thoughtAt: thoughtAt >= 0 ? thoughtAt : undefined };
    }),
    ...live.measuring.map(({ key, startedAtMs }) => ({
      name: '',
      state: 'running' as const,
      outcome: undefined,
      text: line('', `measuring ${visibleLine(checkName(key))} · ${duration(nowMs - startedAtMs)}`),
    })),
  ];
}

/** Neither who nor how far: from the first start to the question it stays the same. */
function hiddenLine({ hidden }: LiveContest, { nowMs, width }: BoardOptions): readonly BoardLine[] {
  if (hidden?.sinceMs === undefined) return [];
  const text = `${hidden.answers} answers are being written · ${duration(nowMs - hidden.sinceMs)}`;
  return [{ name: '', state: 'running', outcome: undefined, text: clip(text, width - markWidth) }];
}

/** Before a thought: it is no answer yet. */
const thinks = 'thinks: ';

function isThinking({ state, wordsAre, notice }: LiveContestant): boolean {
  return state === 'running' && wordsAre === 'thought' && notice === undefined;
}

function describe(one: LiveContestant, nowMs: number): string {
  switch (one.state) {
    case 'waiting':
      return 'waiting';
    case 'queued':
      return one.ahead === undefined || one.ahead === 0 ? 'starting' : `queued, ${one.ahead} ahead`;
    case 'interrupted':
      return 'interrupted';
    case 'parked':
      return one.until === undefined ? 'parked' : `parked, out of quota until ${moment(one.until)}`;
    case 'ended':
      return ended(one);
    case 'running':
      return running(one, nowMs);
  }
}

function ended({ end }: LiveContestant): string {
  const time = end?.timing.ranMs === undefined ? [] : [duration(end.timing.ranMs)];
  const total = totalTokens(end?.usage);
  const reason = end?.outcome === 'ok' || end?.reason === undefined ? [] : [visibleLine(end.reason)];
  return [end?.outcome ?? 'ended', ...time, ...(total === undefined ? [] : [tokens(total)]), ...reason].join(
    ' · ',
  );
}

function running(one: LiveContestant, nowMs: number): string {
  const elapsedMs = one.startedAtMs === undefined ? 0 : nowMs - one.startedAtMs;
  const words = tailOf(visibleLine(one.notice ?? one.lastWords));
  const said = isThinking(one) && words !== '' ? `${thinks}${words}` : words;
  return ['running', duration(elapsedMs), ...speed(one, nowMs), said]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The agent's own count where it streams one, else a rough one from the text, marked as such; by the time since its first token. */
function speed(one: LiveContestant, nowMs: number): readonly string[] {
  const counted = one.usage?.outputTokens;
  const written = counted ?? Math.round(one.characters / 4);
  if (written === 0) return [];
  const mark = counted === undefined ? '~' : '';
  const streamedMs = one.firstTokenAtMs === undefined ? 0 : nowMs - one.firstTokenAtMs;
  const rate = streamedMs < 500 ? [] : [`${mark}${Math.round(written / (streamedMs / 1000))} tok/s`];
  return [`${mark}${tokens(written)}`, ...rate];
}

function tailOf(text: string): string {
  return text.length > 60 ? `…${tailText(text, 59)}` : text;
}

/** Cut or filled up to a number of terminal columns. */
export function padded(text: string, columns: number): string {
  const cut = clip(text, columns);
  return cut + ' '.repeat(Math.max(0, columns - stringWidth(cut)));
}
