// The names of all tools, and which of them are offered. Known without what they do: a start loads none of it.
import { JoustError } from '../../domain/joust-error.ts';

export const toolNames = [
  ...['ask', 'arena', 'distill', 'debate', 'vote', 'tournament', 'review', 'race'],
  ...['judge', 'analyze', 'cross_examine', 'oracle_consult', 'brief_play', 'brief_judge'],
  ...['contest_result', 'contest_status', 'contest_list', 'contest_cancel'],
  ...['pick', 'winner', 'contest_apply', 'contest_undo', 'leaderboard', 'doctor'],
];

/** They write in the user's files: not there unless whoever starts the server says so. */
const writing: readonly string[] = ['contest_apply', 'contest_undo'];

/** Every tool costs the caller context. */
const usual: readonly string[] = [
  ...['ask', 'distill', 'review', 'oracle_consult', 'race', 'contest_result', 'contest_cancel'],
];

export interface Offer {
  /** Names, or `all`; nothing: the usual few. */
  readonly tools?: readonly string[] | undefined;
  readonly allowWrite: boolean;
}

export function offeredTools({ tools = usual, allowWrite }: Offer): readonly string[] {
  const offered = toolNames.filter((name) => allowWrite || !writing.includes(name));
  if (tools.includes('all')) return offered;
  const other = tools.find((name) => !offered.includes(name));
  if (other === undefined) return offered.filter((name) => tools.includes(name));
  throw new JoustError(
    writing.includes(other) ? `the tool ${other} needs --allow-write` : `there is no tool ${other}`,
    { code: 'usage', hint: `There are: ${offered.join(', ')}; or all.` },
  );
}

/** Why a call is refused. */
export function whyNotOffered(name: string): string {
  if (!toolNames.includes(name)) return `there is no tool ${name}`;
  return `this server does not offer ${name}: ${writing.includes(name) ? 'it needs --allow-write' : 'it is not among its --tools'}`;
}
