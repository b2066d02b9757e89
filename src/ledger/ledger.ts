// The port of the record: contests, their append-only events, and the content-addressed blobs those point to.
import type { BlobRef, JoustEvent } from '../domain/event.ts';

export interface StoredEvent {
  /** Grows with every append; the order of the record. */
  readonly seq: number;
  readonly contest: string;
  /** ISO time of the append. */
  readonly at: string;
  readonly event: JoustEvent;
}

/** A blob whose content is safe to be named by an event: large content is already stored, small content goes with the append. */
export interface StagedBlob {
  readonly ref: BlobRef;
  readonly content?: Uint8Array;
}

export interface Append {
  readonly contest: string;
  readonly events: readonly JoustEvent[];
  readonly blobs?: readonly StagedBlob[];
}

export interface Ledger {
  /** All appends of one call are one transaction, on disk when it resolves. */
  append(appends: readonly Append[]): Promise<readonly StoredEvent[]>;
  events(contest: string): Promise<readonly StoredEvent[]>;
  stage(content: string | Uint8Array): Promise<StagedBlob>;
  /** Like stage(), for a file of any size; it is moved where it can be. */
  stageFile(path: string): Promise<StagedBlob>;
  blob(ref: BlobRef): Promise<Buffer>;
  close(): Promise<void>;
}
