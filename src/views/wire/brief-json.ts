// How a brief goes over the wire: what it says of itself, how it stands, what it came to, and what its rounds changed.
import type { ChangedFile } from '../../domain/changed-file.ts';
import type { BriefReport } from '../brief/brief-report.ts';
import type { NextStep } from '../next-steps.ts';

export interface BriefJson {
  readonly folder: string;
  readonly brief: BriefTextJson;
  readonly status: {
    readonly state: string;
    /** 0: nothing was played yet. */
    readonly round: number;
    readonly contests: readonly { readonly id: string; readonly state: 'open' | 'closed' | 'cancelled' }[];
    readonly cells: Readonly<Record<string, BriefCellJson>>;
  };
  /** Oldest first. */
  readonly contests: readonly {
    readonly id: string;
    readonly at: string;
    readonly step: string;
    readonly round: number;
  }[];
  readonly judgings: readonly { readonly contest: string; readonly round: number; readonly gist?: string }[];
  readonly changedByHand: readonly {
    readonly name: string;
    readonly path: string;
    readonly changed: number;
  }[];
  /** What is to be said of the folder. */
  readonly notes: readonly string[];
  readonly next: readonly NextStep[];
  readonly report: BriefReport;
}

/** What lies in its folder. */
export interface BriefTextJson {
  readonly name: string;
  readonly template?: string;
  /** Absent: BRIEF.md cannot be read. */
  readonly task?: string;
  readonly judgeBrief?: string;
  readonly contestants: readonly { readonly name: string; readonly plays?: string }[];
  /** Absent: joust chooses. */
  readonly judges?: readonly string[];
  readonly rubric: readonly {
    readonly name: string;
    readonly min: number;
    readonly max: number;
    readonly weight: number;
    readonly about?: string;
  }[];
  readonly required: readonly string[];
  readonly selfJudging: string;
  /** It asks for what has to be allowed first: why, and for what. */
  readonly untrusted?: { readonly why: string; readonly asksFor: readonly string[] };
}

export interface BriefCellJson {
  readonly name: string;
  readonly role: 'contestant' | 'judge' | 'reviewer';
  readonly agent: string | null;
  readonly state: string;
  readonly duration_s: number | null;
  readonly contest: string | null;
  readonly missing?: readonly string[];
  readonly entry?: {
    readonly round: number;
    readonly files: number;
    readonly bytes: number;
    readonly by_hand: boolean;
  };
}

export interface RoundsDiffJson {
  /** 0: before anybody began. */
  readonly from: number;
  readonly to: number;
  readonly contestants: readonly {
    readonly contestant: string;
    readonly files: readonly ChangedFile[];
    readonly patch: string;
    /** The rounds that its work in them is from; null: it had handed nothing in yet. */
    readonly between: readonly [number | null, number | null];
  }[];
}
