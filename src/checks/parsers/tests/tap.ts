// TAP 12 to 14: the test points that hold no further ones, checked against the plan.
import { countOr0, type Parser, printed, summed, testCounts } from '../parser.ts';

export const tap: Parser = (output) => {
  const state: State = {
    passed: 0,
    failed: 0,
    skipped: 0,
    top: 0,
    blocks: [],
    braces: 0,
    planned: undefined,
  };
  const text = printed(output);
  // A last line without its end was cut off.
  if (!(output.report ?? output.stdout).endsWith('\n')) return undefined;
  if (/^Bail out!/m.test(text)) return undefined;
  for (const line of unquoted(text.split('\n'))) readLine(line, state);
  const { passed, failed, skipped, top, planned, braces } = state;
  // No plan, or not as many points as planned: the end is missing.
  return planned === top && braces === 0 ? testCounts({ passed, failed, skipped }) : undefined;
};

/** Without the YAML that may follow a point: it quotes whatever the test had to say. */
function* unquoted(lines: readonly string[]): Generator<string> {
  let quoting = false;
  let afterPoint = false;
  for (const line of lines) {
    if (quoting) quoting = line.trim() !== '...';
    else if (afterPoint && /^\s+---\s*$/.test(line)) quoting = true;
    else yield line;
    afterPoint = !quoting && /^\s*(?:not )?ok\b/.test(line);
  }
}

interface State {
  passed: number;
  failed: number;
  skipped: number;
  /** Points that are not indented: what the plan counts. */
  top: number;
  planned: number | undefined;
  /** Points that are open still, where braces hold what belongs to a point. */
  braces: number;
  /** Indented points still without the point they belong to, which follows them. */
  readonly blocks: Block[];
}

interface Block {
  readonly indent: number;
  failed: boolean;
}

function readLine(line: string, state: State): void {
  const plan = /^1\.\.(\d{1,9})(?:\s|$)/.exec(line)?.[1];
  if (plan !== undefined) state.planned = (state.planned ?? 0) + Number(plan);
  const brace = /^(\s*)\}\s*$/.exec(line)?.[1];
  if (brace !== undefined) {
    // Closes points that followed the one they belong to.
    state.braces -= 1;
    takeDeeper(state, brace.length);
  }
  const [, indent, not, rest = ''] = /^(\s*)(not )?ok\b(.*)$/.exec(line) ?? [];
  if (indent === undefined) return;
  if (indent === '') state.top += 1;
  if (/\{\s*$/.test(rest)) state.braces += 1;
  else
    notePoint(state, {
      indent: indent.length,
      failed: not !== undefined,
      left: /#\s*(?:skip|todo)/i.test(rest),
    });
}

interface Point {
  readonly indent: number;
  readonly failed: boolean;
  /** Skipped, or not yet expected to pass. */
  readonly left: boolean;
}

/** A point with others in it sums them up; it counts only when it alone failed. */
function notePoint(state: State, { indent, left, ...point }: Point): void {
  const failed = point.failed && !left;
  const inner = takeDeeper(state, indent);
  noteBlock(state, indent, failed);
  if (inner !== undefined && (inner.failed || !failed)) return;
  if (left) state.skipped += 1;
  else if (failed) state.failed += 1;
  else state.passed += 1;
}

function takeDeeper({ blocks }: State, indent: number): { readonly failed: boolean } | undefined {
  let inner: { failed: boolean } | undefined;
  for (let last = blocks.at(-1); last !== undefined && last.indent > indent; last = blocks.at(-1)) {
    inner = { failed: last.failed || inner?.failed === true };
    blocks.pop();
  }
  return inner;
}

function noteBlock({ blocks }: State, indent: number, failed: boolean): void {
  const last = blocks.at(-1);
  if (last?.indent === indent) last.failed ||= failed;
  else blocks.push({ indent, failed });
}

// The last lines of `node --test`, in its reporters spec and tap. What was cancelled did not pass.

/** All of them in a row: a test may print a line that looks like one of these. */
const summary = new RegExp(
  ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo']
    .map((word) => `^(?:#|ℹ) ${word} (\\d{1,9})$`)
    .join('\\n'),
  'gm',
);

export const nodeTest: Parser = (output) =>
  summed(
    [...printed(output).matchAll(summary)].map((found) => {
      const [tests = 0, , pass = 0, fail = 0, cancelled = 0, skipped = 0, todo = 0] = found
        .slice(1)
        .map(countOr0);
      if (pass + fail + cancelled + skipped + todo !== tests) return undefined;
      return testCounts({ passed: pass, failed: fail + cancelled, skipped: skipped + todo });
    }),
  );
