// Where the pages have everything from: a server of this machine, or a report that holds the answers. One port, so that every
// view that only reads works in both.
import { createContext, useContext } from 'react';
import type { Live } from './live/open-live.ts';

export interface Source {
  /** The answer of the API below `/api`: `/contests/ID/result`. */
  get(path: string): Promise<unknown>;
  /** A file to keep. Absent: a report. */
  blob?(path: string): Promise<Blob>;
  /** Absent: a report. Nothing can be started, stopped or decided there. */
  post?(path: string, body: object): Promise<unknown>;
  /** Absent: nothing happens any more. */
  readonly live?: Live;
}

/** An error as the server tells it. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** The input or setting that is wrong. */
  readonly setting?: string | undefined;
}

export class Trouble extends Error implements Refusal {
  readonly hint: string | undefined;
  readonly code: string;
  readonly setting: string | undefined;

  constructor({ code, message, hint, setting }: Refusal) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.setting = setting;
  }
}

const SourceContext = createContext<Source | undefined>(undefined);
export const SourceProvider = SourceContext.Provider;

export function useSource(): Source {
  const source = useContext(SourceContext);
  if (source === undefined) throw new Error('no source of data');
  return source;
}
