// A race as people read it: who won by which rule or why nobody did, every signal, what speaks against whom, and what to do next.

import { thousands } from '../../domain/figures.ts';
import { visibleLine } from '../../views/visible.ts';
import { raceCrossText } from './document-cross.ts';
import { raceReasons } from './document-reasons.ts';
import { raceTable } from './document-table.ts';
import type { RaceResult } from './result.ts';

/** `id` is that of the contest, for the commands to go on with. */
export function raceText(result: RaceResult, id = 'ID'): string {
  const parts = [
    [...simulatedText(result), ...headline(result), ...downgradedText(result, id), ...stoppedText(result)],
    [...raceTable(result), ...weightsText(result)],
    ...result.rows.map(raceReasons),
    unseenText(result),
    raceCrossText(result),
    baseText(result),
    nextText(result, visibleLine(id)),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** For standard error: what is to be known about how it was played. */
export function raceNotes({ notes, sandbox, preset, judges = [] }: RaceResult): readonly string[] {
  return [
    ...notes.map(visibleLine),
    ...(sandbox === 'none' ? [] : [`Sandbox: ${sandbox}.`]),
    ...(preset === undefined ? [] : [`Preset: ${visibleLine(preset)}.`]),
    ...(judges.length === 0 ? [] : [`Judged by ${judges.map(visibleLine).join(', ')}.`]),
  ];
}

function simulatedText({ simulated }: RaceResult): readonly string[] {
  return simulated ? ['Simulated: scripted contestants, no model was asked.'] : [];
}

function headline({ rows, winner, rule }: RaceResult): readonly string[] {
  const first = rows.find(({ contestant }) => contestant === winner);
  if (first !== undefined) {
    const won = `Winner: ${visibleLine(first.contestant)}, total ${first.total.toFixed(4)} (${visibleLine(rule)}).`;
    if (first.outcome !== 'blocked') return [won];
    const why = first.reason === undefined ? '' : `: ${visibleLine(first.reason)}`;
    return [won, `It needs a person first${why}. Only what ended ok is applied.`];
  }
  if (rows.length === 0) return ['No winner: nobody handed anything in.'];
  const why = rows.map(
    ({ contestant, whyNot }) => `${visibleLine(contestant)}: ${visibleLine(whyNot ?? 'not decided')}`,
  );
  return [`No winner (${visibleLine(rule)}). ${why.join('; ')}.`];
}

const downgrades = {
  over_budget: 'the estimate is over the budget',
  user_declined: 'a person declined it',
  over_budget_midflight: 'the budget was crossed while it ran; what was finished stays and is ranked',
} as const;

function downgradedText({ downgraded, rows }: RaceResult, id: string): readonly string[] {
  if (downgraded === undefined) return [];
  const { reason, single, estimateTokens, budgetTokens } = downgraded;
  const figures = [
    ...(estimateTokens === undefined ? [] : [`${thousands(estimateTokens)} tokens`]),
    ...(budgetTokens === undefined ? [] : [`budget ${thousands(budgetTokens)}`]),
  ];
  const counted = figures.length === 0 ? '' : ` (${figures.join(', ')})`;
  const what = single === undefined ? 'Downgraded' : 'Downgraded to a single run';
  const done = rows.some(({ contestant, outcome }) => contestant === single && outcome !== 'skipped');
  const waits = single !== undefined && reason === 'over_budget_midflight' && !done;
  const alone = single === undefined || waits ? '' : ` ${visibleLine(single)} plays alone.`;
  return [
    `${what}: ${downgrades[reason]}${counted}.${alone}`,
    ...(waits
      ? [`joust resume ${visibleLine(id)} continues with one contestant: ${visibleLine(single)}.`]
      : []),
  ];
}

function stoppedText({ stopped }: RaceResult): readonly string[] {
  return stopped === undefined ? [] : [`Stopped early: ${visibleLine(stopped)}.`];
}

function weightsText({ score, dropped, rows }: RaceResult): readonly string[] {
  if (rows.length === 0) return [];
  const { weights, rules } = score.context;
  const counted = Object.entries(weights).filter(
    ([signal]) => !dropped.includes(signal) && rows.some((row) => isIn(row, signal)),
  );
  return [
    `Weights: ${counted.map(([signal, weight]) => `${signal} ${weight}`).join(', ')}${rules === 'charm' ? ' (charm rules)' : ''}`,
    ...dropped.map((signal) => `No ${visibleLine(signal)} check: its weight is spread over the others.`),
  ];
}

function isIn({ signals, unknown }: RaceResult['rows'][number], signal: string): boolean {
  return Object.hasOwn(signals, signal) || unknown.includes(signal);
}

function unseenText({ rows }: RaceResult): readonly string[] {
  const unseen = rows.filter(({ looked }) => looked === undefined).map((row) => visibleLine(row.contestant));
  return unseen.length === 0
    ? []
    : [`Whether these looked outside of their workspace cannot be told: ${unseen.join(', ')}.`];
}

function baseText({ checks, base }: RaceResult): readonly string[] {
  const commit = `${visibleLine(base.commit).slice(0, 12)}${base.dirty ? ' with uncommitted work' : ''}`;
  if (checks.length === 0) return [`No checks were found or set; the base is ${commit}.`];
  return [
    `Checks on the base (${commit}):`,
    ...checks.map(({ name, command, signal, required, base: outcome, detail, ignored }) => {
      const facts = [
        `${outcome}${detail === undefined ? '' : ` (${visibleLine(detail)})`}`,
        ...(ignored === undefined ? [] : [`nobody is out by it: ${visibleLine(ignored)}`]),
        ...(signal === undefined ? [] : [`signal ${visibleLine(signal)}`]),
        ...(required ? ['required'] : []),
      ];
      return `  ${visibleLine(name)}: ${facts.join(', ')} · ${visibleLine(command)}`;
    }),
  ];
}

function nextText({ rows, winner }: RaceResult, id: string): readonly string[] {
  const some = rows.some(({ files }) => files > 0);
  const first = rows.find(({ contestant }) => contestant === winner);
  return [
    ...(some ? [`Look at it:  joust diff ${id}`] : []),
    ...(first?.outcome === 'ok' ? [`Take it:     joust apply ${id}`] : []),
  ];
}
