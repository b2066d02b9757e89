// A contest as one file to open from disk: the pages of the browser, with the answers they would ask a server for. Readers
// without scripts get the report as a plain page.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { operationUrl } from '../../domain/settings/described-operations.ts';
import type { Document } from '../../views/document.ts';
import { documentPage, plainPart } from '../../views/render/document-page.ts';
import { safeJson, visibleLine } from '../../views/visible.ts';
import { diffPath } from '../../views/wire/diff-json.ts';
import type { ContestAnswers } from '../show/contest-answers.ts';
import { type Outward, outward } from './outward.ts';

export interface ReportWish {
  /** With paths, which are not for everybody. */
  readonly operator: boolean;
  /** Nothing in it says who played. */
  readonly hideNames: boolean;
}

interface ReportParts {
  readonly title: string;
  /** The whole of it, as it is told without scripts. */
  readonly document: Document;
  readonly answers: ContestAnswers;
}

export async function reportPage(
  { title, document, answers }: ReportParts,
  { out, ...wish }: ReportWish & { readonly out: Outward },
): Promise<string> {
  const plain = out.value(document);
  const template = builtPage();
  // Run from its source, nothing may be built yet.
  if (template === undefined) return documentPage(title, plain);
  const data = {
    contest: answers.id,
    answers: Object.fromEntries(await answersByPath(answers, { wish, out })),
  };
  return filled(template, {
    title: escapedLine(title),
    plain: plainPart(plain),
    // In a script element, only `<` could end it.
    data: safeJson(data).replaceAll('<', '\\u003c'),
  });
}

/** Beside the program in the package; in dist/ of the repository when run from its source. */
function builtPage(): string | undefined {
  const isSource = import.meta.url.endsWith('.ts');
  try {
    const place = new URL(isSource ? '../../../dist/report.html.br' : './report.html.br', import.meta.url);
    return brotliDecompressSync(readFileSync(fileURLToPath(place))).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Once each, by what stands between: what is put in is not looked at again. */
function filled(template: string, parts: Readonly<Record<string, string>>): string {
  return template
    .split(/<!--joust:(\w+)-->/)
    .map((part, at) => (at % 2 === 0 ? part : (parts[part] ?? '')))
    .join('');
}

function escapedLine(text: string): string {
  return visibleLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** What the views of a contest ask for, each by the path they ask. */
async function answersByPath(
  answers: ContestAnswers,
  { wish, out }: { readonly wish: ReportWish; readonly out: Outward },
): Promise<ReadonlyMap<string, unknown>> {
  const { id, summary } = answers;
  const contest = await answers.contest();
  const found = new Map<string, unknown>([
    [operationUrl('show', { id }), out.contest(contest)],
    [operationUrl('result', { id }), out.value(await answers.result())],
    [operationUrl('about', { id }), out.value(await answers.about())],
    [operationUrl('timeline', { id }), out.timeline(answers.timeline())],
    [operationUrl('checks', { id }), out.value(answers.checks())],
  ]);
  if (summary.blind === true) return found;
  for (const { key } of contest.attempts) {
    if (!summary.attempts.some((attempt) => attempt.key === key)) continue;
    found.set(
      operationUrl('attempt', { id, attempt: out.text(key) }),
      out.answer(await answers.attempt(key)),
    );
  }
  for await (const child of answers.children()) await addChild(found, child, { wish, out });
  const { sides } = await answers.sides();
  const shown = sides.map(({ text, ...side }) => ({ ...out.value(side), text: out.written(text) }));
  if (sides.length > 0) found.set(operationUrl('sides', { id }), { sides: shown });
  if (contest.entries.length === 0) return found;
  const top = `/contests/${encodeURIComponent(id)}`;
  found.set(`${top}/diff`, out.diff(await answers.diff({ cut: true })));
  for (const { contestant } of contest.entries) {
    const path = `${top}${diffPath(out.text(contestant))}`;
    found.set(path, out.diff(await answers.diff({ name: contestant, cut: true })));
  }
  return found;
}

/** Letters of one answer. */
const mostOfOne = 20_000;

/** What its contestants answered, by their names: the contest itself stays on record. */
async function addChild(
  found: Map<string, unknown>,
  child: ContestAnswers,
  { wish, out }: { readonly wish: ReportWish; readonly out: Outward },
): Promise<void> {
  if (child.summary.blind === true) return;
  // It may have been played in another folder; names are those of the whole.
  const { written } = outward(child, { ...wish, task: '' });
  for (const { key, contestant, role } of child.summary.attempts) {
    if (role !== undefined) continue;
    const { text, ...about } = await child.attempt(key);
    const cut = text.length > mostOfOne ? `${text.slice(0, mostOfOne)}\n…` : text;
    found.set(operationUrl('attempt', { id: child.id, attempt: out.text(contestant) }), {
      ...out.value(about),
      text: written(cut),
    });
  }
}
