// A distill as people read it: the merged answer and nothing else, its sources where they were asked for; the rest is notes.

import { visible, visibleLine } from '../../views/visible.ts';
import type { DistillResult } from './result.ts';

export function distillText({ merged, sources }: DistillResult): string {
  if (merged === undefined) return '';
  const parts = [visible(merged.text).trimEnd()];
  if (sources?.type === 'read') parts.push(...sourcesText(sources));
  return `${parts.join('\n\n')}\n`;
}

/** For standard error: who merged what, and what went wrong. */
export function distillNotes(result: DistillResult): readonly string[] {
  const { merged, layer, council, problem, sources } = result;
  const went = council.filter((one) => one.layer === layer && one.outcome === 'ok');
  const asked = council.filter((one) => one.layer === layer);
  const left = council.filter(({ outcome }) => outcome !== 'ok');
  return [
    ...(merged === undefined
      ? []
      : [
          `Merged by ${merged.by} from ${went.length} of ${asked.length} answers${layer > 1 ? ` of layer ${layer}` : ''}.`,
        ]),
    ...(left.length === 0 ? [] : [`Left out: ${left.map(fate).join(', ')}.`]),
    ...(problem === undefined ? [] : [problemText(problem, result)]),
    ...(sources?.type === 'unread' ? ['The aggregator named no sources that could be read.'] : []),
  ].map(visibleLine);
}

type Sources = Extract<NonNullable<DistillResult['sources']>, { type: 'read' }>;

function sourcesText({ who, parts, dropped }: Sources): readonly string[] {
  const names = (labels: readonly string[]) =>
    labels.length === 0
      ? 'nobody else'
      : labels.map((label) => who.find((one) => one.label === label)?.contestant ?? label).join(', ');
  const lines = (rows: readonly { text: string; labels: readonly string[]; why?: string | undefined }[]) =>
    rows.map(({ text, labels, why }) =>
      visibleLine(`- ${text} [${names(labels)}]${why === undefined ? '' : `: ${why}`}`),
    );
  return [
    ['## Sources', '', ...(parts.length === 0 ? ['None were named.'] : lines(parts))].join('\n'),
    ['## Minority report', '', ...(dropped.length === 0 ? ['Nothing was dropped.'] : lines(dropped))].join(
      '\n',
    ),
  ];
}

function problemText(
  { type, layer, by, reason }: NonNullable<DistillResult['problem']>,
  { merged, council }: DistillResult,
): string {
  const stands = merged === undefined ? '' : ' The answer of the layer before stands.';
  if (type === 'merge-parked') return `${by} waits for its quota and has not merged yet.${stands}`;
  if (type === 'merge-failed') return `${by} did not merge the answers: ${reason}.${stands}`;
  const ok = council.filter((one) => one.layer === layer && one.outcome === 'ok').length;
  return `It takes 2 ok answers to merge, and there ${ok === 1 ? 'is 1' : 'are none'}${layer > 1 ? ` in layer ${layer}` : ''}.${stands}`;
}

function fate({ contestant, outcome }: DistillResult['council'][number]): string {
  return `${contestant} (${outcome})`;
}
