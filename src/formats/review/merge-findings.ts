// Findings of several reviewers, put together where they are the same: by place and words, and else by a judge who sees no names.
import type { Contest } from '../../contest/handle/contest.ts';
import type { AttemptResult } from '../../contest/handle/step.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { scrub } from '../../judging/blind/scrub.ts';
import { judgingContext } from '../judges.ts';
import { type Finding, readSame, severities } from './finding.ts';
import { drawWords, samePrompt } from './prompts.ts';

export interface Raised extends Finding {
  readonly by: string;
}

export interface Merged extends Finding {
  readonly id: string;
  readonly raisedBy: readonly string[];
}

export interface Merging {
  readonly merged: readonly Merged[];
  readonly results: readonly AttemptResult[];
  readonly parked: boolean;
  /** Why the judge's word on which are the same is missing. */
  readonly problem?: string | undefined;
}

export async function mergeFindings(
  contest: Contest,
  raised: readonly Raised[],
  judge: Contestant | undefined,
): Promise<Merging> {
  const groups = byWords(raised);
  const open = nearEachOther(groups);
  const asked = judge === undefined || open.length === 0 ? undefined : await askSame(contest, judge, open);
  if (asked?.parked === true) return { merged: [], results: asked.results, parked: true };
  const joined = join(groups, asked?.same ?? []);
  return {
    merged: joined.map(merge),
    results: asked?.results ?? [],
    parked: false,
    problem: asked?.problem,
  };
}

type Group = readonly Raised[];

const nearLines = 3;

function isNear(one: Finding, other: Finding): boolean {
  if (one.file !== other.file) return false;
  if (one.line === undefined || other.line === undefined) return one.line === other.line;
  return Math.abs(one.line - other.line) <= nearLines;
}

/** The same place in much the same words. */
function byWords(raised: readonly Raised[]): readonly Group[] {
  const groups: Raised[][] = [];
  for (const finding of raised) {
    const home = groups.find((group) =>
      group.some((one) => isNear(one, finding) && alike(one.claim, finding.claim)),
    );
    if (home === undefined) groups.push([finding]);
    else home.push(finding);
  }
  return groups;
}

const alikeShare = 0.6;

function alike(one: string, other: string): boolean {
  const [a, b] = [wordsIn(one), wordsIn(other)];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, a.size + b.size - shared) >= alikeShare;
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []);
}

/** Groups at the same place whose words differ: only somebody who reads them can tell. */
function nearEachOther(groups: readonly Group[]): readonly Group[] {
  return groups.filter((group) =>
    groups.some((other) => other !== group && group.some((one) => other.some((two) => isNear(one, two)))),
  );
}

interface Same {
  readonly same: readonly (readonly Group[])[];
  readonly results: readonly AttemptResult[];
  readonly parked: boolean;
  readonly problem?: string;
}

/** If its reply can't be read, twice, they stay apart. */
async function askSame(contest: Contest, judge: Contestant, open: readonly Group[]): Promise<Same> {
  const context = judgingContext(contest);
  const { nonce, fence } = await drawWords(contest, `same/${open.length}`);
  const shown = open.map((group, at) => ({
    label: `F${at + 1}`,
    text: scrub(findingText(group[0]), context).text,
  }));
  const prompt = samePrompt(shown, { nonce, fence });
  const results: AttemptResult[] = [];
  let problem = '';
  for (const key of ['same', 'same/repair']) {
    const again =
      key === 'same' ? '' : '\n\nYour last reply could not be read. Reply with that JSON object alone.';
    const result = await contest.attempt({
      key,
      contestant: judge,
      prompt: `${prompt}${again}`,
      tier: 'read',
      cwd: contest.task.cwd,
      role: 'judge',
      bare: true,
    });
    results.push(result);
    if (result.state === 'parked') return { same: [], results, parked: true };
    const labels = shown.map(({ label }) => label);
    const read = result.end.outcome === 'ok' ? readSame(await result.text(), { nonce, labels }) : undefined;
    problem = result.end.outcome === 'ok' ? 'its reply could not be read' : result.end.outcome;
    if (read !== undefined)
      return {
        same: read.map((group) => open.filter((_, at) => group.includes(labels[at] ?? ''))),
        results,
        parked: false,
      };
  }
  return { same: [], results, parked: false, problem };
}

/** What the judge called the same is joined only where it stands at the same place. */
function join(groups: readonly Group[], same: readonly (readonly Group[])[]): readonly Group[] {
  const taken = new Set<Group>();
  const joined: Group[] = [];
  for (const group of groups) {
    if (taken.has(group)) continue;
    const mates = same.find((one) => one.includes(group)) ?? [];
    const near = mates.filter(
      (mate) => mate === group || mate.some((one) => group.some((two) => isNear(one, two))),
    );
    for (const mate of near) taken.add(mate);
    taken.add(group);
    joined.push([...group, ...near.filter((mate) => mate !== group).flat()]);
  }
  return joined;
}

function merge(group: Group, at: number): Merged {
  const worst = group.toSorted(
    (one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity),
  );
  const [first] = worst;
  if (first === undefined) throw new Error('a group of findings is never empty');
  const { by: _by, ...finding } = first;
  const suggestion = worst.find((one) => one.suggestion !== undefined)?.suggestion;
  return {
    ...finding,
    suggestion,
    id: `F${at + 1}`,
    raisedBy: [...new Set(group.map(({ by }) => by))],
  };
}

/** As another reads it: without who raised it. */
export function findingText(finding: Finding | undefined): string {
  if (finding === undefined) return '';
  const { file, line, severity, claim, suggestion } = finding;
  const place = line === undefined ? file : `${file}:${line}`;
  return `${place} (${severity})\n${claim}${suggestion === undefined ? '' : `\nSuggested: ${suggestion}`}`;
}
