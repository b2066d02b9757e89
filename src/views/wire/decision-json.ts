// How it goes over the wire who won and why, what was applied of it, and what was measured: from the record.
import { z } from 'zod';
import { outcomes } from '../../domain/outcome.ts';
import type { RecordedEvent } from '../contest-summary.ts';

export const decisionSchema = z.object({
  winner: z.string().optional().describe('absent: nobody can be told apart'),
  rule: z.string().optional().describe('how it was computed; absent: a person said so'),
  reason: z.string().optional(),
  tied: z.array(z.string()).optional(),
  at: z.string(),
  overridden: z
    .object({ winner: z.string(), reason: z.string(), at: z.string(), program: z.string().optional() })
    .optional()
    .describe(
      "a person's word, which counts before the computed winner; a program's, where nothing was computed",
    ),
});
export type DecisionJson = z.output<typeof decisionSchema>;

export const appliedSchema = z.object({
  key: z.string(),
  contestant: z.string(),
  how: z.enum(['tree', 'commit', 'branch']),
  at: z.string(),
  folder: z.string(),
  branch: z.string().optional(),
  commit: z.string().optional(),
  undone: z.boolean(),
});
export type AppliedJson = z.output<typeof appliedSchema>;

export const entrySchema = z.object({
  contestant: z.string(),
  key: z.string().describe('of the attempt it came of'),
  outcome: z.enum(outcomes).optional(),
  partial: z.boolean().optional(),
  files: z.int(),
  added: z.int(),
  removed: z.int(),
  leftOut: z.array(z.object({ path: z.string(), why: z.string() })).optional(),
  secrets: z.array(z.string()).optional().describe('paths that perhaps hold one'),
  secretKinds: z.array(z.string()).optional().describe('what these look like'),
  canApply: z.boolean(),
  whyNot: z.string().optional(),
});
export type EntryJson = z.output<typeof entrySchema>;

/** As it was last decided, by the rules and by a person. */
export function decisionIn(record: readonly RecordedEvent[]): DecisionJson | undefined {
  const computed = record.findLast(({ event }) => event.type === 'winner.decided');
  const words = record.flatMap(({ event, at }) =>
    event.type === 'winner.overridden' ? [{ ...event, at }] : [],
  );
  const said =
    words.findLast(({ program }) => program === undefined) ??
    (computed === undefined ? words.at(-1) : undefined);
  const overridden = said && {
    winner: said.winner,
    reason: said.reason,
    at: said.at,
    program: said.program,
  };
  if (computed?.event.type !== 'winner.decided')
    return overridden && { at: overridden.at, winner: overridden.winner, overridden };
  const { winner, rule, reason, tied } = computed.event;
  return {
    rule,
    tied,
    at: computed.at,
    winner,
    reason,
    overridden,
  };
}

/** The last application, taken back or not. */
export function appliedIn(record: readonly RecordedEvent[]): AppliedJson | undefined {
  const undone = new Set(record.flatMap(({ event }) => (event.type === 'patch.undone' ? [event.key] : [])));
  const last = record.findLast(({ event }) => event.type === 'patch.applied');
  if (last?.event.type !== 'patch.applied') return undefined;
  const { key, contestant, how, folder, branch, commit } = last.event;
  return {
    key,
    contestant,
    how,
    folder,
    at: last.at,
    undone: undone.has(key),
    branch,
    commit,
  };
}

export const checkSchema = z.object({
  key: z.string().describe('for /log?of=KEY'),
  name: z.string(),
  of: z.string().describe('the contestant, or base'),
  tree: z
    .enum(['base', 'counted', 'submitted', 'cross', 'canary'])
    .describe('counted: with the tests of the base put back; cross: with the tests of another'),
  testsOf: z.string().optional(),
  state: z.enum(['running', 'ended']),
  outcome: z.enum(['passed', 'failed', 'unavailable', 'timed-out']).optional(),
  code: z.int().nullable().optional(),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  ranMs: z.number().optional(),
  hasLog: z.boolean(),
});
export type CheckJson = z.output<typeof checkSchema>;

/** In the order of their first start, each as it stands. */
export function checksIn(record: readonly RecordedEvent[]): CheckJson[] {
  const found = new Map<string, CheckJson>();
  for (const { at, event } of record) {
    if (event.type === 'check.started') {
      const { key } = event;
      found.set(key, { key, ...placeOf(key), state: 'running', startedAt: at, hasLog: false });
    } else if (event.type === 'check.ended') {
      const { key, outcome, code, timing, stdout, stderr } = event;
      found.set(key, {
        ...(found.get(key) ?? { key, ...placeOf(key) }),
        state: 'ended',
        outcome,
        code,
        endedAt: timing.endedAt ?? at,
        ranMs: timing.ranMs,
        hasLog: stdout !== undefined || stderr !== undefined,
      });
    }
  }
  return [...found.values()];
}

const crossed = /^(.+)\/tests-of\/(.+)$/;

/** `check/ann/submitted/test`; names may have strokes of their own. */
function placeOf(key: string): Pick<CheckJson, 'name' | 'of' | 'tree' | 'testsOf'> {
  const at = key.lastIndexOf('/');
  const name = key.slice(at + 1);
  const whose = key.slice(key.indexOf('/') + 1, at);
  const [, of, testsOf] = crossed.exec(whose) ?? [];
  if (of !== undefined && testsOf !== undefined) return { name, of, tree: 'cross', testsOf };
  const tried = /^(.+)\/[^/]+$/.exec(whose);
  if (name === 'canary' && tried?.[1] !== undefined) return { name, of: tried[1], tree: 'canary' };
  if (whose.endsWith('/submitted'))
    return { name, of: whose.slice(0, -'/submitted'.length), tree: 'submitted' };
  // Measured anew, the later one counts.
  if (whose === 'base' || whose === 'base/again') return { name, of: 'base', tree: 'base' };
  return { name, of: whose, tree: 'counted' };
}
