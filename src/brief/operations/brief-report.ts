// brief report: writes the standing of a brief into its folder.
import { z } from 'zod';
import { operation } from '../../operations/operation.ts';
import { standingDocument } from '../../views/brief/standing-document.ts';
import { note } from '../../views/document.ts';
import { writeBriefReport } from '../report/write-report.ts';
import { briefReportField, noteLines } from './brief-outputs.ts';
import { briefFolder, folderAt } from './brief-request.ts';

export const briefReport = operation({
  name: 'brief report',
  group: 'brief',
  summary: 'rank the entries, with the scores of each judge: leaderboard.md, summary.json and report.html',
  details:
    'Made from the newest judging, in the folder of the brief. Without scores it writes no leaderboard, and ends with exit code 1.',
  examples: ['joust brief report', 'joust brief report 261115-landing-page --open'],
  page: 'briefs',
  effect: 'record',
  words: ['folder'],
  input: z.strictObject({ folder: briefFolder }),
  output: z.strictObject({
    report: briefReportField,
    summary: z.record(z.string(), z.unknown()).readonly().describe('the content of summary.json'),
    folder: z.string(),
    files: z.array(z.string()).readonly().describe('files below the folder that were written'),
    isWhole: z.boolean().describe('all files could be written'),
    notes: noteLines,
  }),
  run: async ({ folder }, context) => await writeBriefReport(folderAt(folder, context), context),
  document: ({ report, folder, files, notes }) => {
    const { noScores } = report;
    const written = files.length > 0 ? `In ${folder}: ${files.join(', ')}.` : undefined;
    if (noScores !== undefined) return [note(...notes, `No scores: ${noScores.why}. ${noScores.hint}`)];
    return [...standingDocument(report), note(...notes, written)];
  },
  jsonLines: ({ summary }) => [summary],
  exit: ({ report, isWhole }) => (report.noScores === undefined && isWhole ? 'ok' : 'nothingUsable'),
});
