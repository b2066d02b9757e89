// A contest as files to read, keep and pass on: answers, patches, a report, and a manifest that says what is for whose eyes.

import type { BlobRef } from '../../domain/change.ts';
import type { EntrySealed } from '../../domain/events/entry-event.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { redactor } from '../../domain/kept-text.ts';
import { everybody } from '../../domain/roster.ts';
import { answerBody } from '../../views/answer.ts';
import { type ContestSummary, contestSummary } from '../../views/contest-summary.ts';
import { text as textBlock } from '../../views/document.ts';
import {
  type ExportedFile,
  exportedEvent,
  fileNames,
  manifest,
  type Visibility,
} from '../../views/manifest.ts';
import { documentMarkdown } from '../../views/render/document-markdown.ts';
import {
  aboutText,
  type ReportAttempt,
  type ReportSource,
  reportDocument,
  reportTitle,
} from '../../views/report.ts';
import { safeJson, visible } from '../../views/visible.ts';
import { isSimulated } from '../agents.ts';
import { type Archive, withoutNamesIn } from '../archive.ts';
import { contestAnswers } from '../contest-answers.ts';
import { cannotBeTold, contestResult, contestsAbout, type RecordPlace } from '../result.ts';
import { type ReportWish, reportPage } from './report-page.ts';

/** Read when it is written: logs may be large. */
interface ContestFile {
  readonly path: string;
  readonly visibility: Visibility;
  content(): Promise<string | Uint8Array>;
}

export interface ContestFiles {
  readonly files: readonly ContestFile[];
  /** The last file, once what was written of the others is known. */
  manifest(written: readonly ExportedFile[]): string;
}

/** `operator`: with events, logs and paths, which are not for everybody. */
export async function contestFiles(
  archive: Archive,
  id: string,
  { operator, ...place }: RecordPlace & { readonly operator: boolean },
): Promise<ContestFiles> {
  const source = await sourceOf(archive, id, place);
  const everybodys = { ...place, operator: false, hideNames: false };
  const names = namesOf(source.attempts);
  const { summary } = source;
  return {
    files: [
      ...publicFiles(source, names),
      { path: 'report.html', visibility: 'public', content: () => contestReport(archive, id, everybodys) },
      ...(await patchFiles(archive, id, operator)),
      ...(operator ? await operatorFiles(archive, source, names) : []),
    ],
    manifest(files) {
      const answers = new Map([...names].map(([key, file]) => [key, `answers/${file}.md`]));
      return `${safeJson(manifest({ summary, operator, answers, files }), 2)}\n`;
    },
  };
}

/** As one page to open from disk. */
export async function contestReport(
  archive: Archive,
  id: string,
  { operator, hideNames, ...place }: RecordPlace & ReportWish,
): Promise<string> {
  const source = await sourceOf(archive, id, place);
  // The roster too is nobody's business before a pick.
  const answers = await contestAnswers(withoutNamesIn(archive), place, id);
  const parts = {
    title: reportTitle(source),
    document: reportDocument(source),
    answers,
    task: source.prompt,
  };
  return await reportPage(parts, { operator, hideNames });
}

async function sourceOf(archive: Archive, id: string, place: RecordPlace): Promise<ReportSource> {
  const summary = contestSummary(id, await archive.events(id));
  if (summary === undefined)
    throw new JoustError(`contest ${id} has no beginning on record`, { code: 'not-found' });
  const attempts: ReportAttempt[] = [];
  for (const attempt of summary.attempts) {
    const ref = attempt.end?.answer;
    const text = ref === undefined ? '' : await archive.text(ref);
    attempts.push({ ...attempt, text, simulated: isSimulated(plays(summary, attempt.contestant)) });
  }
  // Answers were cleaned when they were stored; what the user asked is kept as it was.
  const prompt = redactor({})(await archive.text(summary.opened.task.prompt));
  const { document, problem } = await contestResult(place, id);
  const result = problem === undefined ? document : [textBlock(`${cannotBeTold}: ${problem}.`)];
  const about = (await contestsAbout(place, archive, id)).map(aboutText);
  const patches = await shownPatches(archive, id);
  return { summary, prompt, attempts, about, patches, ...(result !== undefined && { result }) };
}

function plays({ opened }: ContestSummary, contestant: string): string | undefined {
  return everybody(opened).find(({ name }) => name === contestant)?.agent;
}

/** File names without ending, by the key of the attempt. */
function namesOf(attempts: readonly ReportAttempt[]): ReadonlyMap<string, string> {
  const ended = attempts.filter(({ end }) => end !== undefined);
  const names = fileNames(ended.map(({ contestant }) => contestant));
  return new Map(ended.map(({ key }, index) => [key, names[index] ?? key]));
}

function publicFiles(source: ReportSource, names: ReadonlyMap<string, string>): readonly ContestFile[] {
  const report = reportDocument(source);
  const file = (path: string, text: string): ContestFile => ({
    path,
    visibility: 'public',
    content: async () => text,
  });
  return [
    file('prompt.md', `${visible(source.prompt)}\n`),
    file('report.md', documentMarkdown(report)),
    ...source.attempts.flatMap(({ key, end, text }) =>
      end === undefined ? [] : [file(`answers/${names.get(key)}.md`, `${answerBody(end, text)}\n`)],
    ),
  ];
}

const shownPatch = 200_000;

/** Those without a secret, as long as a page can bear them; the files are whole. */
async function shownPatches(archive: Archive, id: string): Promise<ReportSource['patches']> {
  const shown: { contestant: string; patch: string }[] = [];
  for (const { contestant, patch, secrets } of (await sealedEntries(archive, id)).values()) {
    if (patch === undefined || secrets !== undefined || patch.bytes > shownPatch) continue;
    shown.push({ contestant, patch: await archive.text(patch) });
  }
  return shown;
}

/** The last of each contestant. */
async function sealedEntries(archive: Archive, id: string): Promise<ReadonlyMap<string, EntrySealed>> {
  const record = await archive.events(id);
  return new Map(
    record.flatMap(({ event }) =>
      event.type === 'entry.sealed' ? [[event.contestant, event] as const] : [],
    ),
  );
}

/** What each changed, as git writes it; one that looks like it holds a secret is its operator's. */
async function patchFiles(archive: Archive, id: string, operator: boolean): Promise<readonly ContestFile[]> {
  const sealed = await sealedEntries(archive, id);
  const entries = [...sealed.values()].filter(({ patch, secrets }) => patch && (operator || !secrets));
  const names = fileNames(entries.map(({ contestant }) => contestant));
  return entries.flatMap(({ patch, secrets }, at) => {
    if (patch === undefined) return [];
    const visibility = secrets === undefined ? 'public' : 'operator';
    return [{ path: `patches/${names[at]}.patch`, visibility, content: () => archive.bytes(patch) }];
  });
}

/** The streams as they were, byte by byte; none for those that were pruned. */
async function operatorFiles(
  archive: Archive,
  { summary }: ReportSource,
  names: ReadonlyMap<string, string>,
): Promise<readonly ContestFile[]> {
  const record = await archive.events(summary.id);
  const lines = record.map(({ seq, at, event }) => `${safeJson({ seq, at, ...exportedEvent(event) })}\n`);
  const pruned = new Set<BlobRef>();
  for (const ref of summary.attempts.flatMap(({ end }) => [end?.stdout, end?.stderr]))
    if (ref !== undefined && (await archive.prunedAt(ref)) !== undefined) pruned.add(ref);
  const log = (path: string, ref: BlobRef | undefined): readonly ContestFile[] =>
    ref === undefined || pruned.has(ref)
      ? []
      : [{ path, visibility: 'operator', content: () => archive.bytes(ref) }];
  const logs = summary.attempts.flatMap(({ key, end }) => [
    ...log(`logs/${names.get(key)}.stdout`, end?.stdout),
    ...log(`logs/${names.get(key)}.stderr`, end?.stderr),
  ]);
  return [{ path: 'events.jsonl', visibility: 'operator', content: async () => lines.join('') }, ...logs];
}
