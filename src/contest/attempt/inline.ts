// Functions of this program that play: what they are asked, what they answer, and where they cannot play.
import type { AgentEnd, AgentEvent } from '../../domain/agent-event.ts';
import type { Contestant, Role, Tier } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';

export interface InlineRequest {
  /** Of the step, unique in the contest. */
  readonly key: string;
  readonly prompt: string;
  readonly contestant: Contestant;
  /** Absent: it plays as a contestant. */
  readonly role?: Role;
  readonly tier: Tier;
  /** The folder to work in: a private checkout where the step has one. Nothing confines a function to it. */
  readonly cwd: string;
  /** It is asked without tools and instructions, as judges are. */
  readonly bare: boolean;
  /** Aborted when it is over: what is returned later does not count. */
  readonly signal: AbortSignal;
}

/** The answer, or the whole end; without an outcome it is ok, or empty where there is no text. */
export type InlineAnswer = string | (Partial<Omit<AgentEnd, 'type'>> & { readonly text: string });

/** The whole end of one that told its answer piece by piece; without a text it is all that was told. */
export type InlineEnd = Partial<Omit<AgentEnd, 'type'>> & { readonly type: 'ended' };

/** Text as it comes, what else it reports, or its end; without one it ends with its last piece. */
export type InlinePiece = string | Exclude<AgentEvent, { readonly type: 'ended' | 'answered' }> | InlineEnd;

/** Answers at once, later, or piece by piece. */
export type InlineContestant = (
  request: InlineRequest,
) => InlineAnswer | Promise<InlineAnswer> | AsyncIterable<InlinePiece>;

/** By the name of the contestant; under `inline` for those that have none of their own. */
export type InlineContestants = Readonly<Record<string, InlineContestant>>;

export function inlineOf(functions: InlineContestants, { name }: Contestant): InlineContestant | undefined {
  return Object.hasOwn(functions, name) ? functions[name] : functions['inline'];
}

/** Throws where a function is to play that this program does not have. */
export function checkInline(functions: InlineContestants, players: readonly Contestant[]): void {
  const missing = inlineIn(players).find((contestant) => inlineOf(functions, contestant) === undefined);
  if (missing === undefined) return;
  throw new JoustError(`${missing.name} is a function of the program that opened the contest`, {
    code: 'none-usable',
    hint: 'It can only be played on from that program.',
  });
}

export function checkDetachable(players: readonly Contestant[]): void {
  const [first] = inlineIn(players);
  if (first === undefined) return;
  throw new JoustError(`${first.name} is a function of this program, so that no other process can play it`, {
    code: 'usage',
    hint: 'Play the contest in this process, or let a program play in its place.',
  });
}

function inlineIn(players: readonly Contestant[]): readonly Contestant[] {
  return players.filter(({ agent }) => agent === 'inline');
}
