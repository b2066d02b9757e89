// A contest as a report to keep: what was asked, what it came to, how everybody did, and every answer.
import type { AttemptEnded } from '../domain/event.ts';
import { totalTokens } from '../domain/figures.ts';
import { answerBody } from './answer.ts';
import { type ContestStatus, contestStatus } from './contest-status.ts';
import type { AttemptSummary, ContestSummary } from './contest-summary.ts';
import { type Block, type Document, heading, list } from './document.ts';
import { costText, duration, money, tokens } from './units.ts';

export interface ReportAttempt extends AttemptSummary {
  readonly simulated: boolean;
  readonly text: string;
}

export interface ReportSource {
  readonly summary: ContestSummary;
  readonly prompt: string;
  readonly attempts: readonly ReportAttempt[];
  /** What it came to, where that is more than the answers. */
  readonly result?: Document;
  /** Contests about it, a line each. */
  readonly about: readonly string[];
  readonly patches: readonly { readonly contestant: string; readonly patch: string }[];
  /** Whose patch is not for its readers, and why. */
  readonly withheld: readonly string[];
}

/** A contest about this one, in a line. */
export function aboutText(about: {
  readonly id: string;
  readonly format: string;
  readonly status: ContestStatus;
  readonly gist?: string;
}): string {
  const { id, format, status, gist } = about;
  return `${format} ${id}, ${status.text}${gist === undefined ? '' : `: ${gist}`}`;
}

export function reportTitle({ summary: { id, opened } }: Pick<ReportSource, 'summary'>): string {
  return `${opened.format} ${id}`;
}

export function reportDocument(source: ReportSource): Document {
  const { summary, prompt, attempts, result, about, patches, withheld } = source;
  const folded = result === undefined ? {} : { folded: true as const };
  const [own, others] = [attempts.filter(isContestants), attempts.filter((one) => !isContestants(one))];
  const answer = ({ contestant, end, state, text }: ReportAttempt): Block => ({
    type: 'quote',
    title: contestant,
    text: end === undefined ? `No answer: ${state}.` : answerBody(end, text),
    ...folded,
  });
  return [
    { type: 'heading', level: 1, text: reportTitle(source) },
    { type: 'facts', facts: facts(summary) },
    ...section('Task', [{ type: 'quote', text: prompt }]),
    ...section(summary.state === 'closed' ? 'Result' : 'Result so far', (result ?? []).map(below)),
    ...section('About it', about.length === 0 ? [] : [list(undefined, about)]),
    ...section('Who played', attempts.length === 0 ? [] : [attemptTable(attempts)]),
    ...section('Answers', [...own.map(answer), ...exhibits(summary)]),
    ...section('Changes', [
      ...(withheld.length === 0 ? [] : [list(undefined, withheld)]),
      ...patches.map(({ contestant, patch }): Block => ({ type: 'diff', title: contestant, patch })),
    ]),
    ...section('Judges and others who served', others.map(answer)),
  ];
}

function section(title: string, blocks: Document): Document {
  return blocks.length === 0 ? [] : [heading(title), ...blocks];
}

function isContestants({ end }: ReportAttempt): boolean {
  return end?.role === undefined;
}

/** Its headings stand below the section's. */
function below(block: Block): Block {
  return block.type === 'heading' ? { ...block, level: 3 } : block;
}

function facts(summary: ContestSummary): readonly (readonly [string, string])[] {
  const { opened, openedAt, cost } = summary;
  return [
    ['opened', `${openedAt.slice(0, 19).replace('T', ' ')} UTC`],
    ['status', contestStatus(summary).text],
    ...(opened.simulated ? [['simulated', 'no model was asked by simulated contestants'] as const] : []),
    ['joust', opened.joustVersion],
    ['contestants', allowed[opened.task.tier]],
    summary.blind === true
      ? ['not picked yet', 'who did what, and at what cost, is not told']
      : ['cost', costText(cost)],
    ...(opened.about === undefined ? [] : [['about', opened.about] as const]),
    ...summary.crossed.map((text) => ['limit', text] as const),
    ...summary.decisions.map(
      ({ at, text }) => ['decision', `${at.slice(0, 19).replace('T', ' ')} ${text}`] as const,
    ),
  ];
}

const allowed = {
  read: 'were only to read',
  write: 'were allowed to change files',
  full: 'were allowed everything',
} as const;

/** What there is to pick from, under labels. */
function exhibits({ blind, waiting }: ContestSummary): readonly Block[] {
  if (blind !== true) return [];
  return (waiting?.exhibits ?? []).map(({ label, text }) => ({ type: 'quote', title: label, text }));
}

function attemptTable(attempts: readonly ReportAttempt[]): Block {
  const left = ['contestant', 'model', 'outcome'].map((title) => ({ title, align: 'left' }) as const);
  const right = ['time', 'tokens', 'cost'].map((title) => ({ title, align: 'right' }) as const);
  return {
    type: 'table',
    columns: [...left, ...right],
    rows: attempts.map(({ contestant, state, end, simulated }) => [
      end?.role === undefined ? contestant : `${contestant} (${end.role})`,
      ...(end === undefined ? ['unknown', state, '', 'unknown', 'unknown'] : figures(end, simulated)),
    ]),
  };
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
