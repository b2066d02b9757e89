// What contestants say while they play elsewhere, all at once: whole lines, each behind the name of who says it.
import type { Archive } from '../../../../record/archive.ts';
import type { AttemptSummary } from '../../../../views/contest-summary.ts';
import { spokenLines, spokenPrefixes } from '../../../../views/live/spoken-lines.ts';
import { visibleLine } from '../../../../views/visible.ts';
import type { CliWorld, Style, Terminal } from '../../grammar/command.ts';

export interface Voices {
  /** Each from its first word, and once. */
  follow(attempts: readonly AttemptSummary[]): void;
  /** Everything that was heard of an attempt that ended, when it was all written; nothing where it was not followed. */
  heard(attempt: AttemptSummary): Promise<string | undefined>;
  /** Leaves those that go on. */
  stop(): Promise<void>;
}

interface Voice {
  readonly over: Promise<void>;
  said: string;
}

const palette: readonly Style[] = ['cyan', 'yellow', 'magenta', 'green', 'blue'];
/** Narrower than that, wrapping helps nobody. */
const fewestColumns = 20;

export function voicesOf(
  archive: Archive,
  { id, names }: { readonly id: string; readonly names: readonly string[] },
  cli: CliWorld,
): Voices {
  const { stdout, stderr, signal } = cli;
  const leaving = new AbortController();
  const until = AbortSignal.any([signal, leaving.signal]);
  const prefixes = spokenPrefixes(names);
  const voices = new Map<string, Voice>();
  const listen = async ({ key, contestant }: AttemptSummary, voice: Pick<Voice, 'said'>) => {
    const prefix = prefixes.get(contestant) ?? `${visibleLine(contestant)} | `;
    const shown = stdout.style(palette[names.indexOf(contestant) % palette.length] ?? 'cyan', prefix);
    let rest = '';
    const hear = (delta: string) => {
      const { lines, ...more } = spokenLines(rest, delta, roomBehind(prefix, stdout));
      rest = more.rest;
      for (const line of lines) stdout.write(`${shown}${line}\n`);
    };
    for await (const event of archive.tail(id, key, until)) {
      if (until.aborted) break;
      if (event.type === 'notice') stderr.write(`${visibleLine(`${contestant}: ${event.text}`)}\n`);
      if (event.type !== 'text') continue;
      voice.said += event.delta;
      hear(event.delta);
    }
    if (rest !== '') hear('\n');
  };
  return {
    follow(attempts) {
      for (const attempt of attempts.filter((one) => !voices.has(runOf(one)))) {
        const said = { said: '' };
        voices.set(runOf(attempt), Object.assign(said, { over: listen(attempt, said) }));
      }
    },
    async heard(attempt) {
      const voice = voices.get(runOf(attempt));
      await voice?.over;
      return voice?.said;
    },
    async stop() {
      leaving.abort();
      await Promise.all([...voices.values()].map(({ over }) => over));
    },
  };
}

function runOf({ key, run }: AttemptSummary): string {
  return `${run} ${key}`;
}

function roomBehind(prefix: string, { isTty, columns }: Terminal): number | undefined {
  return isTty ? Math.max(fewestColumns, columns() - prefix.length) : undefined;
}
