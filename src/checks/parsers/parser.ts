// The port of a parser: it reads figures in what a check printed, and says nothing where it is not sure.
import type { Reading } from '../../domain/check-spec.ts';

export interface CheckOutput {
  /** Null: the command was ended before it ended itself. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The file the check writes, where it names one. */
  readonly report?: string;
}

export interface ParserOptions {
  /** For the parser `regex`. */
  readonly pattern?: string;
}

/**
 * Undefined: it could not be read, and what it would have measured is unknown. A parser never throws, never counts
 * part of an output whose end is missing, and takes about a second for 10 MB at most.
 */
export type Parser = (output: CheckOutput, options: ParserOptions) => Reading | undefined;
