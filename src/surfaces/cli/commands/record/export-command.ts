// joust export: a contest as a folder to read, keep and pass on.

import { resolve } from 'node:path';
import { isSimulated } from '../../../../app/agents.ts';
import { type Archive, openArchive } from '../../../../app/archive.ts';
import { homeOf, writeFolder } from '../../../../app/host.ts';
import { cannotBeTold, contestResult, contestsAbout } from '../../../../app/result.ts';
import type { BlobRef } from '../../../../domain/change.ts';
import type { EntrySealed } from '../../../../domain/events/entry-event.ts';
import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { redactor } from '../../../../domain/kept-text.ts';
import { everybody } from '../../../../domain/roster.ts';
import { answerBody } from '../../../../views/answer.ts';
import { type ContestSummary, contestSummary } from '../../../../views/contest-summary.ts';
import { text as textBlock } from '../../../../views/document.ts';
import {
  type ExportedFile,
  exportedEvent,
  fileNames,
  manifest,
  type Visibility,
} from '../../../../views/manifest.ts';
import { documentMarkdown } from '../../../../views/render/document-markdown.ts';
import { documentPage } from '../../../../views/render/document-page.ts';
import {
  aboutText,
  type ReportAttempt,
  type ReportSource,
  reportDocument,
  reportTitle,
} from '../../../../views/report.ts';
import { safeJson, visible } from '../../../../views/visible.ts';
import { type CliWorld, type CommandProgram, flag } from '../../grammar/command.ts';

/** Read when it is written: logs may be large. */
interface FileToWrite {
  readonly path: string;
  readonly visibility: Visibility;
  content(): Promise<string | Uint8Array>;
}

export const exportCommand: CommandProgram = async (input, cli) => {
  const { machine, stderr, signal } = cli;
  const [name = '@last', folder = ''] = input.words;
  const operator = flag(input, 'operator');
  await using archive = openArchive(homeOf(machine), machine);
  const id = await archive.find(name);
  const source = await sourceOf(archive, id, cli);
  const names = namesOf(source.attempts);
  const toWrite = [
    ...publicFiles(source, names),
    ...(await patchFiles(archive, id, operator)),
    ...(operator ? await operatorFiles(archive, source, names) : []),
  ];
  const path = resolve(machine.cwd, folder);
  const done = await writeFolder(
    { path, isPrivate: operator, nonce: machine.random(12) },
    async ({ write }) => {
      const files: ExportedFile[] = [];
      for (const { path: inside, visibility, content } of toWrite) {
        if (signal.aborted) return false;
        files.push({ path: inside, visibility, ...(await write(inside, await content())) });
      }
      const answers = new Map([...names].map(([key, file]) => [key, `answers/${file}.md`]));
      const { summary } = source;
      await write('manifest.json', `${safeJson(manifest({ summary, operator, answers, files }), 2)}\n`);
      return true;
    },
  );
  if (!done) return exitCode.interrupted;
  stderr.write(
    `Contest ${id} is in ${visible(path)}${operator ? ', with what only its operator may see' : ''}.\n`,
  );
  return exitCode.ok;
};

async function sourceOf(archive: Archive, id: string, cli: CliWorld): Promise<ReportSource> {
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
  const place = { machine: cli.machine, home: homeOf(cli.machine) };
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

function publicFiles(source: ReportSource, names: ReadonlyMap<string, string>): readonly FileToWrite[] {
  const report = reportDocument(source);
  const file = (path: string, text: string): FileToWrite => ({
    path,
    visibility: 'public',
    content: async () => text,
  });
  return [
    file('prompt.md', `${visible(source.prompt)}\n`),
    file('report.md', documentMarkdown(report)),
    file('report.html', documentPage(reportTitle(source), report)),
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
async function patchFiles(archive: Archive, id: string, operator: boolean): Promise<readonly FileToWrite[]> {
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
): Promise<readonly FileToWrite[]> {
  const record = await archive.events(summary.id);
  const lines = record.map(({ seq, at, event }) => `${safeJson({ seq, at, ...exportedEvent(event) })}\n`);
  const pruned = new Set<BlobRef>();
  for (const ref of summary.attempts.flatMap(({ end }) => [end?.stdout, end?.stderr]))
    if (ref !== undefined && (await archive.prunedAt(ref)) !== undefined) pruned.add(ref);
  const log = (path: string, ref: BlobRef | undefined): readonly FileToWrite[] =>
    ref === undefined || pruned.has(ref)
      ? []
      : [{ path, visibility: 'operator', content: () => archive.bytes(ref) }];
  const logs = summary.attempts.flatMap(({ key, end }) => [
    ...log(`logs/${names.get(key)}.stdout`, end?.stdout),
    ...log(`logs/${names.get(key)}.stderr`, end?.stderr),
  ]);
  return [{ path: 'events.jsonl', visibility: 'operator', content: async () => lines.join('') }, ...logs];
}
