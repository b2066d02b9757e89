// A contest as a report to keep: what was asked, how everybody did, and every answer. One content, as Markdown or a page.
import type { AttemptEnded } from '../domain/event.ts';
import { totalTokens } from '../domain/figures.ts';
import { answerBody } from './answer.ts';
import type { AttemptSummary, ContestSummary } from './contest-summary.ts';
import { duration, money, tokens } from './figures.ts';
import { visible, visibleLine } from './visible.ts';

export interface ReportAttempt extends AttemptSummary {
  readonly simulated: boolean;
  readonly text: string;
}

/** Everything in it is safe to show and still to be escaped. */
export interface Report {
  readonly title: string;
  readonly facts: readonly string[];
  readonly prompt: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly answers: readonly { readonly name: string; readonly body: string }[];
}

export interface ReportSource {
  readonly summary: ContestSummary;
  readonly prompt: string;
  readonly attempts: readonly ReportAttempt[];
  /** What it came to, where that is more than the answers. */
  readonly result?: string;
}

export function contestReport({ summary, prompt, attempts, result }: ReportSource): Report {
  const { id, opened, openedAt, state, cost } = summary;
  const unknown = cost.unknown === 0 ? '' : `, and ${cost.unknown} of unknown cost`;
  return {
    title: visibleLine(`${opened.format} ${id}`),
    facts: [
      `opened ${openedAt}, ${state}${opened.simulated ? ', simulated: no model was asked by simulated contestants' : ''}`,
      visibleLine(`joust ${opened.joustVersion}, tier ${opened.task.tier}`),
      summary.blind === true
        ? 'not picked yet: who did what, and at what cost, is not told'
        : `cost known: $${cost.usd.toFixed(4)}${unknown}`,
    ],
    prompt: visible(prompt).trimEnd(),
    columns: ['contestant', 'model', 'outcome', 'time', 'tokens', 'cost'],
    rows: attempts.map(row),
    answers: [
      ...(result === undefined ? [] : [{ name: 'Result', body: result.trimEnd() }]),
      ...attempts.map(({ contestant, end, state: how, text }) => ({
        name: visibleLine(contestant),
        body: end === undefined ? `No answer: ${how}.` : answerBody(end, text),
      })),
      ...exhibits(summary),
    ],
  };
}

/** What there is to pick from, under labels. */
function exhibits({ blind, waiting }: ContestSummary): Report['answers'] {
  if (blind !== true) return [];
  return (waiting?.exhibits ?? []).map(({ label, text }) => ({
    name: visibleLine(label),
    body: visible(text).trimEnd(),
  }));
}

function row({ contestant, state, end, simulated }: ReportAttempt): readonly string[] {
  const cells = end === undefined ? ['unknown', state, '', 'unknown', 'unknown'] : figures(end, simulated);
  return [contestant, ...cells].map(visibleLine);
}

function figures(end: AttemptEnded, simulated: boolean): readonly string[] {
  const total = totalTokens(end.usage);
  const { ranMs } = end.timing;
  return [
    simulated ? 'simulated' : (end.model ?? 'unknown'),
    end.outcome,
    ranMs === undefined ? 'unknown' : duration(ranMs),
    total === undefined ? 'unknown' : tokens(total),
    simulated ? 'none' : money(end.cost),
  ];
}
