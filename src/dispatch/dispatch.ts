// The port that hands contests to the hosts of a pool. What makes play durable is the record; this only says who plays.
import type { ContestOpened } from '../domain/event.ts';

export type PoolOpening = NonNullable<ContestOpened['pool']>;

/** The rules between hosts that this joust knows: whoever opens a contest by newer ones is not taken by an older host. */
export const playProtocol = 1;

/** A contest to be played by a host that carries its label, takes its kind and knows its protocol. */
export interface Ticket extends Pick<PoolOpening, 'label' | 'kind' | 'protocol'> {
  readonly contest: string;
}

export interface Dispatched extends Ticket {
  /** How often it was handed out, this time included. */
  readonly playing: number;
  readonly state: 'queued' | 'delayed' | 'taken';
  readonly since: Date;
  /** Who has taken it, or has to go on with it. */
  readonly host?: string;
  readonly until?: Date;
}

export interface Standing {
  readonly state: Dispatched['state'] | 'over';
  /** Why no host could play it. */
  readonly failure?: string;
}

export interface Dispatch {
  /** Asked again while it is queued, it is one playing; while it is delayed, the earlier of both times counts. */
  submit(ticket: Ticket, delayMs?: number): Promise<void>;
  /** Takes it out of the queue. Who plays it already hears of that by the record. */
  cancel(contest: string): Promise<void>;
  /** Hands what this host has taken to whoever is free. Returns those contests. */
  takeOver(host: string): Promise<readonly string[]>;
  /** What this host has taken and does not play, since something failed in between: it takes that once more. */
  takeBack(host: string, playing: ReadonlySet<string>): Promise<readonly string[]>;
  /** How the last playing of a contest stands. */
  standing(contest: string): Promise<Standing>;
  /** Not those that are over. */
  list(): Promise<readonly Dispatched[]>;
  /** Forgets what was over before this time. */
  forget(before: Date): Promise<void>;
  close(): Promise<void>;
}

/**
 * Nobody has to play it now; whoever is free has to; this host has to once more, since its attempts run there; or another
 * host has to, since this one cannot.
 */
export type Played = 'over' | 'elsewhere' | 'here' | { readonly to: string };

export interface TakingHost {
  readonly name: string;
  readonly labels: readonly string[];
  readonly kinds: readonly Ticket['kind'][];
  /** How many more it would take now; of its own, which nobody else takes, also when it takes nothing new. */
  free(own: boolean): number;
  play(ticket: Ticket): Promise<Played>;
  /** What is worth a line in its log. */
  warn(text: string): void;
}
