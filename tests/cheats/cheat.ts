// What a cheat is: a change that a scripted contestant hands in instead of solving the task, and what should come of it.
import type { ScriptStep } from '../../src/agents/scripted/script.ts';

export type Outcome = 'blocked' | 'visible' | 'through';

export interface Cheat {
  readonly name: string;
  readonly steps: readonly ScriptStep[];
  /** Blocked unless said otherwise. */
  readonly expected?: Outcome;
  /** Played in `npm test` too: one of its kind. */
  readonly quick?: true;
}

export interface Rival {
  /** Files of the base, which fails a test. */
  readonly files: Readonly<Record<string, string>>;
  /** The file that the honest entry mends, with more lines than any cheat has. */
  readonly honest: ScriptStep;
  /** Names the check. */
  readonly args: readonly string[];
  readonly cheats: readonly Cheat[];
}

export function writes(path: string, ...lines: readonly string[]): readonly ScriptStep[] {
  return [{ edit: path, content: `${lines.join('\n')}\n` }];
}

export function runs(command: string): readonly ScriptStep[] {
  return [{ run: command }];
}
