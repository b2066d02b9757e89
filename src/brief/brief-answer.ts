// A brief whole, for whoever shows it: what its folder says, how it stands, and what it came to.

import type { RecordWorld } from '../play/make-scene.ts';
import type { BriefJson, BriefTextJson } from '../views/wire/brief-json.ts';
import { briefToTrust, readBriefTexts, readFolderFile, whyBriefUntrusted } from './brief-folder.ts';
import { readBriefReport } from './report/write-report.ts';
import { readBriefStatus } from './upkeep/read-status.ts';

export async function briefAnswer(named: string, world: RecordWorld): Promise<BriefJson> {
  const { status, ...more } = await readBriefStatus({ folder: named, said: named, restore: false }, world);
  const { report, record } = await readBriefReport(more.folder, world);
  const { played, judged, consulted } = record;
  const contests = [...played, ...judged, ...consulted].map(({ id, at, step, round }) => ({
    id,
    at,
    step,
    round,
  }));
  return {
    ...more,
    status,
    report,
    brief: briefText(more.folder, world),
    contests: contests.toSorted((one, other) => (one.at < other.at ? -1 : 1)),
  };
}

function briefText(folder: string, { machine }: RecordWorld): BriefTextJson {
  const found = readFolderFile(folder);
  const { name, template, contestants, judges, rubric, required, judging } = found.file;
  const why = whyBriefUntrusted(found, machine);
  return {
    name,
    required,
    selfJudging: judging.selfJudging,
    rubric: rubric?.dimensions ?? [],
    template,
    ...textsOf(folder),
    contestants: contestants.map(({ name: who, spec, play }) => {
      const plays = spec ?? play?.agent;
      return { name: who, plays: plays !== who ? plays : undefined };
    }),
    judges: judges?.map((one) => one.name),
    untrusted: why === undefined ? undefined : { why, asksFor: briefToTrust(folder, machine).lines },
  };
}

/** What cannot be read stops a round, not a look at the brief. */
function textsOf(folder: string): Pick<BriefTextJson, 'task' | 'judgeBrief'> {
  try {
    const { task, judgeBrief } = readBriefTexts(folder);
    return { task, judgeBrief };
  } catch {
    return {};
  }
}
