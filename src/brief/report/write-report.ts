// What a brief came to, as files in its folder: leaderboard.md, summary.json and report.html. All of it is made from the record.
import { join } from 'node:path';
import { JoustError } from '../../domain/joust-error.ts';
import type { RecordWorld } from '../../play/make-scene.ts';
import { withArchive } from '../../play/make-scene.ts';
import type { BriefReport } from '../../views/brief/brief-report.ts';
import { madeMark } from '../../views/brief/judge-files.ts';
import { briefReportDocument } from '../../views/brief/standing-document.ts';
import { briefSummary } from '../../views/brief/summary.ts';
import { documentMarkdown } from '../../views/render/document-markdown.ts';
import { documentPage } from '../../views/render/document-page.ts';
import { safeJson, visible } from '../../views/visible.ts';
import { briefRecord } from '../brief-contests.ts';
import { briefPlace, readFolderFile } from '../brief-folder.ts';
import { keepOwn, ownText } from '../contract/contract-files.ts';
import { isCooked } from '../cooked-folder.ts';
import { keepFolder } from '../keep-folder.ts';
import { openBrief } from '../play-brief.ts';
import { placeIn } from '../work-folders.ts';
import { gatherReport } from './gather-report.ts';
import { keepJudging, removeOwn } from './judging-files.ts';

export interface WrittenReport {
  readonly report: BriefReport;
  /** What summary.json says. */
  readonly summary: Readonly<Record<string, unknown>>;
  readonly folder: string;
  /** Paths below it: those that could be written. */
  readonly files: readonly string[];
  /** All of them could. */
  readonly isWhole: boolean;
  readonly notes: readonly string[];
}

/** Brings the files of a brief up to date. Where there are no scores, nothing may look like a leaderboard. */
export async function writeBriefReport(named: string, world: RecordWorld): Promise<WrittenReport> {
  // Entries of multicooker go on record first.
  if (isCooked(briefPlace(named))) await openBrief({ folder: named }, world);
  const { report, record, folder } = await readBriefReport(named, world);
  const below = placeIn(folder);
  const summary = { ...briefSummary(report) };
  const texts = [
    ['summary.json', `${safeJson(summary, 2)}\n`],
    ...(report.noScores === undefined ? boards(report) : []),
  ] as const;
  const files = texts.map(([name]) => join(below, name));
  const others = files.filter((path) => ownText(folder, path) === 'foreign');
  if (others.length > 0)
    throw new JoustError(`joust did not make ${others.join(' and ')} in ${visible(folder)}`, {
      code: 'usage',
      hint: 'Move it away, and ask again: it is not overwritten.',
    });
  if (report.noScores !== undefined)
    for (const name of ['leaderboard.md', 'report.html']) removeOwn(folder, join(below, name));
  const notes = [
    ...(await keepJudging(folder, record, world)),
    ...texts.flatMap(([name, content]) => keepOwn(folder, join(below, name), content)),
    // Last: the list of all files is part of it.
    ...(await withArchive(world, (archive) => keepFolder(folder, record, archive))),
  ];
  const written = texts.filter(([name, text]) => ownText(folder, join(below, name)) === text);
  return {
    report,
    summary,
    folder,
    notes,
    files: written.map(([name]) => join(below, name)),
    isWhole: written.length === texts.length,
  };
}

/** What its files would say, with nothing written. */
export async function readBriefReport(named: string, world: RecordWorld) {
  const { file, place: folder } = readFolderFile(named);
  const record = await withArchive(world, (archive) => briefRecord(folder, archive));
  const contestants = file.contestants.map(({ name }) => name);
  const now = { brief: file.name, template: file.template, contestants };
  return { folder, record, report: await gatherReport(now, record, world) };
}

function boards(report: BriefReport): readonly (readonly [name: string, content: string])[] {
  const document = briefReportDocument(report);
  const page = documentPage(report.brief, document).replace('<!doctype html>', `$&\n${madeMark}`);
  return [
    ['leaderboard.md', `${madeMark}\n\n${documentMarkdown(document)}`],
    ['report.html', page],
  ];
}
