// Writes what a contest came to into files that somebody named.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { unwritable } from '../../domain/joust-error.ts';
import { type AnyResult, documentOf } from '../../formats/all.ts';
import { reviewSarif } from '../../formats/review/document.ts';
import { documentMarkdown } from '../../views/render/document-markdown.ts';

export interface ReportPaths {
  readonly sarif: string | undefined;
  readonly markdown: string | undefined;
  readonly cwd: string;
}

export async function reportFiles(
  {
    contest,
    format,
    result,
  }: { readonly contest: string; readonly format: string; readonly result: AnyResult },
  { sarif, markdown, cwd }: ReportPaths,
): Promise<void> {
  // A list without findings would say that somebody looked.
  const isReviewed =
    result.type === 'review' && result.reviewers.some(({ findings }) => findings !== undefined);
  if (sarif !== undefined && isReviewed)
    await writeReport(resolve(cwd, sarif), `${JSON.stringify(reviewSarif(result), null, 2)}\n`);
  if (markdown !== undefined)
    await writeReport(resolve(cwd, markdown), documentMarkdown(await documentOf(format, result, contest)));
}

export async function writeReport(path: string, content: string): Promise<void> {
  await writeFile(path, content).catch((cause: NodeJS.ErrnoException) => {
    throw unwritable(path, 'What it came to is on record: joust show @last.', cause);
  });
}
