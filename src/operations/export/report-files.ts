// Writes what a contest came to into files that somebody named.
import { appendFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { unwritable } from '../../domain/joust-error.ts';
import { type AnyResult, documentOf, testCasesOf } from '../../formats/all.ts';
import { reviewSarif } from '../../formats/review/document.ts';
import { documentMarkdown } from '../../views/render/document-markdown.ts';
import { junitXml } from '../../views/render/test-cases.ts';

export interface ReportPaths {
  readonly sarif: string | undefined;
  readonly markdown: string | undefined;
  /** Test cases, for CI. */
  readonly junit?: string | undefined;
  /** A file of Markdown that others write to as well. */
  readonly summary?: string | undefined;
  readonly cwd: string;
}

export async function reportFiles(
  {
    contest,
    format,
    result,
  }: { readonly contest: string; readonly format: string; readonly result: AnyResult },
  { sarif, markdown, junit, summary, cwd }: ReportPaths,
): Promise<void> {
  // A list without findings would say that somebody looked.
  const isReviewed =
    result.type === 'review' && result.reviewers.some(({ findings }) => findings !== undefined);
  if (sarif !== undefined && isReviewed)
    await writeReport(resolve(cwd, sarif), `${JSON.stringify(reviewSarif(result), null, 2)}\n`);
  if (junit !== undefined)
    await writeReport(
      resolve(cwd, junit),
      junitXml(`${format} ${contest}`, await testCasesOf(format, result)),
    );
  if (markdown === undefined && summary === undefined) return;
  const told = documentMarkdown(await documentOf(format, result, contest));
  if (markdown !== undefined) await writeReport(resolve(cwd, markdown), told);
  if (summary !== undefined)
    await writeReport(resolve(cwd, summary), `## joust ${format}\n\n${told}\n`, appendFile);
}

export async function writeReport(path: string, content: string, write = writeFile): Promise<void> {
  await write(path, content).catch((cause: NodeJS.ErrnoException) => {
    throw unwritable(path, 'What it came to is on record: joust show @last.', cause);
  });
}
