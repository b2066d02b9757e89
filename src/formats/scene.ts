// What a format may look at when it is set up: who plays, who could serve, and what is on record. Handed in by play/.
import type { BlobRef } from '../domain/change.ts';
import type { Contestant } from '../domain/contestant.ts';
import type { ContestOpened, JoustEvent } from '../domain/event.ts';
import type { WeighedJudge } from '../ranking/agreement/judge-record.ts';
import type { RecordedEntry } from './judges.ts';

export interface Scene {
  readonly cwd: string;
  /** JOUST_HOME. */
  readonly home: string;
  /** Those who compete. */
  readonly roster: readonly Contestant[];
  /** The contest on record that this one is about. */
  readonly subject?: Subject;
  /** Files that whoever starts it hands in; `prepare` stages them. */
  readonly material: readonly MaterialFile[];
  /** Settings that whoever starts it gave, by name; others come from the config or are built in. */
  readonly said: ReadonlySet<string>;
  /** Refuses a file or folder that may not become part of a task: joust's own, or out of the caller's reach. `as`: the setting. */
  checkFile(path: string, as: string): void;
  /** Whether somebody set this config key: a file, a variable or whoever starts the contest. */
  isSet(key: string): boolean;
  /** `as`: the setting that names them (default: `judge`). Those who are named, else the first usable one of a family that does not play, else one of each family. */
  chooseJudges(specs: readonly string[], said?: { readonly as: string }): Promise<ChosenJudges>;
  /** What is known of these judges, as of now; empty: nothing of any. */
  weighed(judges: readonly Contestant[]): Promise<readonly WeighedJudge[]>;
  /** Somebody by the name of a contestant or as one is written: from the roster where it plays, else apart. `as`: the setting. */
  serving(spec: string, as: string): Serving;
  /** Contests of this format on record, newest first. */
  past(): Promise<readonly PastContest[]>;
  /** The record of a contest, by its id or a part of it. */
  recordOf(name: string): Promise<{ readonly id: string; readonly events: readonly JoustEvent[] }>;
  text(ref: BlobRef): Promise<string>;
}

export interface MaterialFile {
  readonly path: string;
  readonly mode: '100644' | '100755';
  content(): Promise<Uint8Array> | Uint8Array;
}

export interface Subject {
  readonly id: string;
  readonly opened: ContestOpened;
  readonly prompt: string;
  readonly entries: readonly RecordedEntry[];
}

export interface ChosenJudges {
  readonly judges: readonly Contestant[];
  /** Those of them that do not play themselves. */
  readonly staff: readonly Contestant[];
  /** Some of them are by the maker of a model that plays. */
  readonly ofOwnMaker: boolean;
  /** Said before play. */
  readonly note: string;
}

export interface Serving {
  readonly name: string;
  /** Empty where it plays as well. */
  readonly staff: readonly Contestant[];
  /** Said before play. */
  readonly notes: readonly string[];
}

export interface PastContest {
  readonly id: string;
  readonly opened: ContestOpened;
  readonly events: readonly JoustEvent[];
  /** Somebody plays it now. */
  readonly playing: boolean;
}
