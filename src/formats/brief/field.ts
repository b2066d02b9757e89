// The field of a brief: what everybody has handed in as of now, those included who did not play this time. Told from the
// record alone.
import type { BlobRef } from '../../domain/change.ts';
import type { Contestant } from '../../domain/contestant.ts';
import type { AttemptEnded, ContestOpened, JoustEvent } from '../../domain/event.ts';
import type { EntrySealed } from '../../domain/events/entry-event.ts';
import type { RecordedEntry } from '../judges.ts';
import { type BriefOptions, type KeptFile, options as recorded } from './options.ts';

export interface FieldEntry {
  readonly contestant: Pick<Contestant, 'name' | 'agent' | 'model' | 'effort'>;
  /** The round its files are from. */
  readonly round: number;
  /** Paths below out/. */
  readonly files: readonly KeptFile[];
  /** The attempt that handed it in; absent: it is carried over. */
  readonly key?: string;
  readonly says?: BlobRef;
  readonly byHand?: true;
}

export interface HandedIn {
  readonly files: readonly KeptFile[];
  /** Not handed in, by name. */
  readonly leftOut: readonly { readonly path: string; readonly why: string }[];
  /** out/ was empty: this was left beside it. */
  readonly beside: boolean;
}

export const workKey = (name: string): string => `work/${name}`;

/** What is in front of judges: contestants with their files, in the order of the roster. */
export function fieldOf(opened: ContestOpened, events: readonly JoustEvent[]): readonly FieldEntry[] {
  const options = recorded.parse(opened.options);
  const entries = new Map<string, FieldEntry>();
  for (const { byHand, ...one } of options.carried)
    entries.set(one.contestant.name, { ...one, byHand: byHand || undefined });
  for (const contestant of opened.roster) {
    const { name } = contestant;
    const played = lastEnd(events, workKey(name));
    if (played === undefined) continue;
    const { files } = handedIn(played.entry, options, name);
    if (played.end.outcome !== 'ok' || files.length === 0) continue;
    const { answer } = played.end;
    entries.set(name, {
      contestant,
      round: options.round,
      files,
      key: workKey(name),
      says: answer,
    });
  }
  return [...entries.values()];
}

/** As every format that is played on entries takes them. */
export function entries(
  opened: ContestOpened,
  events: readonly JoustEvent[],
): { readonly roster: readonly Contestant[]; readonly entries: readonly RecordedEntry[] } {
  const field = fieldOf(opened, events);
  return {
    roster: field.map(({ contestant }) => contestant),
    entries: field.map(({ contestant: { name }, key = workKey(name), files, says }) => ({
      contestant: name,
      key,
      folder: files.map(({ path, content }) => ({ path, content })),
      answer: says,
    })),
  };
}

interface Played {
  readonly end: AttemptEnded;
  readonly entry: EntrySealed;
}

function lastEnd(events: readonly JoustEvent[], key: string): Played | undefined {
  const end = events.findLast((event) => event.type === 'attempt.ended' && event.key === key);
  if (end?.type !== 'attempt.ended') return undefined;
  const entry = events.findLast(
    (event) => event.type === 'entry.sealed' && event.key === key && event.run === end.run,
  );
  return entry?.type === 'entry.sealed' ? { end, entry } : undefined;
}

/** Files that tell who made it, and nothing of the work. */
const tracesOfAuthors =
  /(?:^|\/)(?:PROMPT\.(?:txt|md)|trace\.jsonl?|RUN(?:_RESULT)?\.json|nohup\.out|[^/]+\.log|\.(?:claude|codex|gemini|qwen|opencode|agents|cursor|continue|grok|pi|aider)[^/]*)(?:\/|$)/i;

/** out/ as it is now: what it went on from, with what changed. Where that is empty, what was left beside it. */
export function handedIn(
  { change, leftOut = [], secrets = [] }: Pick<EntrySealed, 'change' | 'leftOut' | 'secrets'>,
  { own, required }: Pick<BriefOptions, 'own' | 'required'>,
  name: string,
): HandedIn {
  const state = new Map<string, { readonly mode: string; readonly content: BlobRef }>();
  const before = Object.hasOwn(own, name) ? own[name] : undefined;
  for (const { path, mode, content } of before ?? []) state.set(`out/${path}`, { mode, content });
  for (const { path, after } of change.files) {
    if (after === undefined) state.delete(path);
    else state.set(path, after);
  }
  const inside = [...state].filter(([path]) => path.startsWith('out/'));
  const beside = inside.length === 0 && state.size > 0;
  const taken = beside ? [...state] : inside.map(([path, file]) => [path.slice(4), file] as const);
  const files: KeptFile[] = [];
  const out: { path: string; why: string }[] = leftOut.map((one) => ({ ...one }));
  for (const [path, { mode, content }] of taken) {
    const whole = beside ? path : `out/${path}`;
    const why = whyNot(path, {
      mode,
      isSecret: secrets.includes(whole),
      isRequired: required.includes(path),
    });
    if (why === undefined) files.push({ path, mode: mode as KeptFile['mode'], content });
    else out.push({ path: whole, why });
  }
  return { files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)), leftOut: out, beside };
}

function whyNot(
  path: string,
  { mode, isSecret, isRequired }: { mode: string; isSecret: boolean; isRequired: boolean },
): string | undefined {
  if (mode === '120000') return 'it is a link';
  if (isSecret) return 'it holds what looks like a secret';
  return !isRequired && tracesOfAuthors.test(path) ? 'it tells who made it' : undefined;
}
