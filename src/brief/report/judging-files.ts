// judging/<judge>/ in a brief's folder: what each judge of the judging that counts gave and wrote.
import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RecordPlace } from '../../play/result.ts';
import { reviewFile, scoresFile } from '../../views/brief/judge-files.ts';
import { fileNames } from '../../views/manifest.ts';
import type { BriefRecord } from '../brief-contests.ts';
import { keepOwn, ownText } from '../contract/contract-files.ts';
import { placeIn, refuseLinks } from '../work-folders.ts';
import { countingJudging, judgesOf, judgingOf } from './counting-judging.ts';

/** By the judging that counts; whoever did not judge this time has nothing there. Sentences about what was left as it is. */
export async function keepJudging(
  folder: string,
  record: BriefRecord,
  place: RecordPlace,
): Promise<readonly string[]> {
  const counting = await countingJudging(record, place);
  const judges = counting?.result.type === 'scored' ? judgesOf(counting) : [];
  const names = fileNames(judges.map(({ judge }) => judge));
  const top = join(placeIn(folder), 'judging');
  const wanted = new Map<string, string>();
  for (const [at, judge] of judges.entries()) {
    const own = join(top, names[at] ?? '');
    if (counting !== undefined) wanted.set(join(own, 'scores.json'), scoresFile(judge, judgingOf(counting)));
    const review = reviewFile(judge);
    if (review !== undefined) wanted.set(join(own, 'review.md'), review);
  }
  for (const path of foundIn(folder, top)) {
    if (wanted.has(path)) continue;
    removeOwn(folder, path);
    removeEmpty(join(folder, dirname(path)));
  }
  return [...wanted].flatMap(([path, content]) => keepOwn(folder, path, content));
}

/** What there may be from before. */
function foundIn(folder: string, top: string): readonly string[] {
  try {
    refuseLinks(folder, top);
    return readdirSync(join(folder, top), { withFileTypes: true })
      .filter((one) => one.isDirectory())
      .flatMap(({ name }) => ['scores.json', 'review.md'].map((file) => join(top, name, file)));
  } catch {
    return [];
  }
}

/** Where joust made it. */
export function removeOwn(folder: string, path: string): void {
  refuseLinks(folder, dirname(path));
  const found = ownText(folder, path);
  if (found === undefined || found === 'foreign') return;
  rmSync(join(folder, path), { force: true });
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something is in it.
  }
}
