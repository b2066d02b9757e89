// How a distill is told: the merged answer and nothing else, its sources where they were asked for; else the answers that could not be merged. The rest is notes.
import { type Document, heading, list, note, quote, text } from '../../views/document.ts';
import type { DistillResult } from './result.ts';

type Sources = Extract<NonNullable<DistillResult['sources']>, { type: 'read' }>;

export function document(result: DistillResult): Document {
  const { merged, layer, council, problem, sources, answers = [] } = result;
  const asked = council.filter((one) => one.layer === layer);
  const went = asked.filter(({ outcome }) => outcome === 'ok');
  const left = council.filter(({ outcome }) => outcome !== 'ok');
  return [
    ...(merged === undefined ? [] : [quote(merged.text)]),
    ...answers.map(({ contestant, text: words }) => ({ ...quote(words), title: contestant })),
    ...(merged === undefined || sources?.type !== 'read' ? [] : sourceBlocks(sources)),
    note(
      merged === undefined
        ? undefined
        : `Merged by ${merged.by} from ${went.length} of ${asked.length} answers${layer > 1 ? ` of layer ${layer}` : ''}.`,
      left.length === 0 ? undefined : `Left out: ${left.map(fate).join(', ')}.`,
      problem === undefined ? undefined : problemText(problem, result),
      sources?.type === 'unread' ? 'The aggregator named no sources that could be read.' : undefined,
    ),
  ];
}

function sourceBlocks({ who, parts, dropped }: Sources): Document {
  const named = (label: string) => who.find((one) => one.label === label)?.contestant ?? label;
  const names = (labels: readonly string[]) =>
    labels.length === 0 ? 'nobody else' : labels.map(named).join(', ');
  const lines = (rows: readonly { text: string; labels: readonly string[]; why?: string | undefined }[]) =>
    list(
      undefined,
      rows.map((row) => `${row.text} [${names(row.labels)}]${row.why === undefined ? '' : `: ${row.why}`}`),
    );
  return [
    heading('Sources'),
    parts.length === 0 ? text('None were named.') : lines(parts),
    heading('Minority report'),
    dropped.length === 0 ? text('Nothing was dropped.') : lines(dropped),
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
