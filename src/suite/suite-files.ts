// A suite's report as files: for people, for CI, for spreadsheets and other programs.
import { resolve } from 'node:path';
import { cases, wholeDocument } from '../formats/suite/document.ts';
import type { SuiteResult } from '../formats/suite/result.ts';
import { contestReport } from '../operations/export/contest-files.ts';
import { writeReport } from '../operations/export/report-files.ts';
import { type RecordWorld, withArchive } from '../play/make-scene.ts';
import { documentMarkdown } from '../views/render/document-markdown.ts';
import { junitXml } from '../views/render/test-cases.ts';
import { suiteCsv, suiteJson, suiteJsonLines } from '../views/suite/suite-export.ts';

export interface ToldSuiteContest {
  readonly contest: string;
  readonly result: SuiteResult;
}

/** The kinds that need nothing but the result. */
export const suiteTexts = {
  json: ({ contest, result }: ToldSuiteContest) => suiteJson(contest, result),
  jsonl: ({ contest, result }: ToldSuiteContest) => suiteJsonLines(contest, result),
  csv: ({ result }: ToldSuiteContest) => suiteCsv(result),
  junit: ({ contest, result }: ToldSuiteContest) =>
    junitXml(`suite ${result.name} ${contest}`, cases(result)),
  markdown: ({ contest, result }: ToldSuiteContest) =>
    `# ${result.name.replaceAll(/[\n#]/g, ' ')}\n\n${documentMarkdown(wholeDocument(result, contest))}`,
} as const;

export type SuiteFileKind = keyof typeof suiteTexts | 'html';

/** Returns the paths it wrote. The page also holds the cells' answers, which it reads from the record. */
export async function writeSuiteFiles(
  told: ToldSuiteContest,
  paths: Readonly<Partial<Record<SuiteFileKind, string | undefined>>>,
  world: RecordWorld,
): Promise<readonly string[]> {
  const written: string[] = [];
  for (const [kind, path] of Object.entries(paths) as [SuiteFileKind, string | undefined][]) {
    if (path === undefined) continue;
    const place = resolve(world.machine.cwd, path);
    await writeReport(place, kind === 'html' ? await pageOf(told.contest, world) : suiteTexts[kind](told));
    written.push(place);
  }
  return written;
}

async function pageOf(contest: string, world: RecordWorld): Promise<string> {
  return await withArchive(world, (archive) =>
    contestReport(archive, contest, { ...world, operator: false, hideNames: false }),
  );
}
