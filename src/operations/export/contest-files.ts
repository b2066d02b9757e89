// A contest as files to read, keep and pass on: answers, patches, a report, and a manifest that says what is for whose eyes.

import { isSimulated } from '../../agents/known-agents.ts';
import type { BlobRef } from '../../domain/change.ts';
import { JoustError } from '../../domain/joust-error.ts';
import { redactor } from '../../domain/kept-text.ts';
import { everybody } from '../../domain/roster.ts';
import { secretKinds } from '../../domain/secrets/secret-shapes.ts';
import {
  type Audience,
  maySee,
  secretNote,
  type Visibility,
  visibilityOf,
} from '../../domain/secrets/visibility.ts';
import { cannotBeTold, contestResult, contestsAbout, type RecordPlace } from '../../play/result.ts';
import { type Archive, withoutNamesIn } from '../../record/archive.ts';
import { answerBody } from '../../views/answer.ts';
import { type ContestSummary, contestSummary } from '../../views/contest-summary.ts';
import { text as textBlock } from '../../views/document.ts';
import { type ExportedFile, exportedEvent, fileNames, manifest } from '../../views/manifest.ts';
import { documentMarkdown } from '../../views/render/document-markdown.ts';
import {
  aboutText,
  type ReportAttempt,
  type ReportSource,
  reportDocument,
  reportTitle,
} from '../../views/report.ts';
import { safeJson, visible } from '../../views/visible.ts';
import { type ContestAnswers, contestAnswers } from '../show/contest-answers.ts';
import { type Outward, outward } from './outward.ts';
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
  // The report and the answers are for everybody, also where the rest is not.
  const everybodys = { ...place, operator: false, hideNames: false };
  const source = await sourceOf(archive, id, { ...place, audience: 'everybody' });
  const names = namesOf(source.attempts);
  const { summary } = source;
  const { out } = await outwardOf(archive, source, everybodys);
  const audience = operator ? 'owner' : 'everybody';
  const patches = (await patchesOf(archive, id)).filter(({ content }) => maySee(audience, content));
  return {
    files: [
      ...publicFiles(source, names, out),
      { path: 'report.html', visibility: 'public', content: () => contestReport(archive, id, everybodys) },
      ...patchFiles(patches),
      ...(maySee(audience, { type: 'machine' }) ? await operatorFiles(archive, source, names) : []),
    ],
    manifest(files) {
      const answers = new Map([...names].map(([key, file]) => [key, `answers/${file}.md`]));
      const about = manifest({ summary, operator, answers, files: [] });
      return `${safeJson({ ...(operator ? about : out.value(about)), files }, 2)}\n`;
    },
  };
}

/** As one page to open from disk. */
export async function contestReport(
  archive: Archive,
  id: string,
  { operator, hideNames, ...place }: RecordPlace & ReportWish,
): Promise<string> {
  const audience = operator ? 'owner' : 'everybody';
  const source = await sourceOf(archive, id, { ...place, audience });
  const { answers, out } = await outwardOf(archive, source, { ...place, operator, hideNames });
  return await reportPage(
    { title: reportTitle(source), document: reportDocument(source), answers },
    { operator, hideNames, out },
  );
}

async function outwardOf(
  archive: Archive,
  { summary, prompt: task }: ReportSource,
  { operator, hideNames, ...place }: RecordPlace & ReportWish,
): Promise<{ readonly answers: ContestAnswers; readonly out: Outward }> {
  const audience = operator ? 'owner' : 'everybody';
  // The roster too is nobody's business before a pick.
  const answers = await contestAnswers(withoutNamesIn(archive), { ...place, audience }, summary.id);
  return { answers, out: outward(answers, { operator, hideNames, task }) };
}

async function sourceOf(
  archive: Archive,
  id: string,
  { audience, ...place }: RecordPlace & { readonly audience: Audience },
): Promise<ReportSource> {
  const summary = contestSummary(id, await archive.events(id));
  if (summary === undefined)
    throw new JoustError(`contest ${id} has no beginning on record`, { code: 'not-found' });
  const attempts: ReportAttempt[] = [];
  for (const attempt of summary.attempts) {
    const ref = attempt.end?.answer;
    const text = ref === undefined ? '' : await archive.text(ref);
    const isReplayed = attempt.end?.replayed === true;
    const simulated = isReplayed || isSimulated(plays(summary, attempt.contestant));
    attempts.push({ ...attempt, text, simulated });
  }
  // Answers were cleaned when they were stored; what the user asked is kept as it was.
  const prompt = redactor({})(await archive.text(summary.opened.task.prompt));
  const { document, problem } = await contestResult(place, id);
  const result = problem === undefined ? document : [textBlock(`${cannotBeTold}: ${problem}.`)];
  const about = (await contestsAbout(place, archive, id)).map(aboutText);
  const all = await patchesOf(archive, id);
  const [patches, withheld] = [shownPatches(all, audience), withheldNotes(all, audience)];
  return { summary, prompt, attempts, about, patches, withheld, result };
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

function publicFiles(
  source: ReportSource,
  names: ReadonlyMap<string, string>,
  out: Outward,
): readonly ContestFile[] {
  const report = reportDocument(source);
  const file = (path: string, text: string): ContestFile => ({
    path,
    visibility: 'public',
    content: async () => text,
  });
  return [
    file('prompt.md', `${visible(out.written(source.prompt))}\n`),
    file('report.md', documentMarkdown(out.value(report))),
    ...source.attempts.flatMap(({ key, end, text }) =>
      end === undefined
        ? []
        : [file(`answers/${names.get(key)}.md`, `${out.written(answerBody(end, text))}\n`)],
    ),
  ];
}

/** What a contestant changed, as git writes it, and as what it is classed. */
interface EntryPatch {
  readonly contestant: string;
  readonly bytes: Uint8Array;
  readonly content: {
    readonly type: 'patch';
    readonly secrets: readonly string[] | undefined;
    readonly text: string;
  };
  readonly kinds: readonly string[];
}

/** The last of each contestant. */
async function patchesOf(archive: Archive, id: string): Promise<readonly EntryPatch[]> {
  const sealed = (await archive.events(id)).flatMap(({ event }) =>
    event.type === 'entry.sealed' ? [[event.contestant, event] as const] : [],
  );
  const found: EntryPatch[] = [];
  for (const { contestant, patch, secrets, ...entry } of new Map(sealed).values()) {
    if (patch === undefined) continue;
    const bytes = await archive.bytes(patch);
    const text = Buffer.from(bytes).toString('utf8');
    const kinds = [...new Set([...(entry.secretKinds ?? []), ...secretKinds(text)])];
    found.push({ contestant, bytes, content: { type: 'patch', secrets, text }, kinds });
  }
  return found;
}

const shownPatch = 200_000;

/** As long as a page can bear them; the files are whole. */
function shownPatches(all: readonly EntryPatch[], audience: Audience): ReportSource['patches'] {
  return all
    .filter(({ bytes, content }) => bytes.length <= shownPatch && maySee(audience, content))
    .map(({ contestant, content }) => ({ contestant, patch: content.text }));
}

function withheldNotes(all: readonly EntryPatch[], audience: Audience): readonly string[] {
  return all
    .filter(({ content }) => !maySee(audience, content))
    .map(({ contestant, kinds, content }) => `${contestant}: ${secretNote(kinds, content.secrets ?? [])}`);
}

function patchFiles(patches: readonly EntryPatch[]): readonly ContestFile[] {
  const names = fileNames(patches.map(({ contestant }) => contestant));
  return patches.map(({ bytes, content }, at) => ({
    path: `patches/${names[at]}.patch`,
    visibility: visibilityOf(content),
    content: async () => bytes,
  }));
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
