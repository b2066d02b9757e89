// Every operation, one line each. A surface loads the one that is called.
import { JoustError } from './domain/joust-error.ts';
import type { DescribedOperation } from './domain/settings/described-operations.ts';
import { describedIn } from './domain/settings/setting.ts';
import { type AnyOperation, isPlaying } from './operations/operation.ts';

const operations = {
  list: async () => (await import('./operations/list.ts')).list,
  show: async () => (await import('./operations/show/show.ts')).show,
  result: async () => (await import('./operations/show/result.ts')).result,
  attempt: async () => (await import('./operations/show/attempt.ts')).attempt,
  sides: async () => (await import('./operations/show/sides.ts')).sides,
  checks: async () => (await import('./operations/show/checks.ts')).checks,
  log: async () => (await import('./operations/show/log.ts')).log,
  events: async () => (await import('./operations/show/events.ts')).events,
  timeline: async () => (await import('./operations/show/timeline.ts')).timeline,
  about: async () => (await import('./operations/show/about.ts')).about,
  export: async () => (await import('./operations/export/export.ts')).exportContest,
  'what-if': async () => (await import('./operations/show/what-if.ts')).whatIf,
  'brief new': async () => (await import('./brief/operations/brief-new.ts')).briefNew,
  'brief add': async () => (await import('./brief/operations/brief-add.ts')).briefAdd,
  'brief lint': async () => (await import('./brief/operations/brief-lint.ts')).briefLint,
  'brief play': async () => (await import('./brief/operations/brief-play.ts')).briefPlay,
  'brief judge': async () => (await import('./brief/operations/brief-judge.ts')).briefJudge,
  'brief rejudge': async () => (await import('./brief/operations/brief-rejudge.ts')).briefRejudge,
  'brief refine': async () => (await import('./brief/operations/brief-refine.ts')).briefRefine,
  'brief consult': async () => (await import('./brief/operations/brief-consult.ts')).briefConsult,
  'brief merge': async () => (await import('./brief/operations/brief-merge.ts')).briefMerge,
  'brief report': async () => (await import('./brief/operations/brief-report.ts')).briefReport,
  'brief status': async () => (await import('./brief/operations/brief-status.ts')).briefStatus,
  'brief diff': async () => (await import('./brief/operations/brief-diff.ts')).briefDiff,
  'brief archive': async () => (await import('./brief/operations/brief-archive.ts')).briefArchive,
  'brief prune': async () => (await import('./brief/operations/brief-prune.ts')).briefPrune,
  'brief show': async () => (await import('./brief/operations/brief-show.ts')).briefShow,
  'brief list': async () => (await import('./brief/operations/brief-list.ts')).briefList,
  resume: async () => (await import('./operations/resume.ts')).resume,
  answer: async () => (await import('./operations/answer.ts')).answer,
  pick: async () => (await import('./operations/pick.ts')).pick,
  leaderboard: async () => (await import('./operations/leaderboard.ts')).leaderboard,
  judges: async () => (await import('./operations/judges.ts')).judges,
  reply: async () => (await import('./operations/reply.ts')).reply,
  do: async () => (await import('./operations/do.ts')).doTask,
  adopt: async () => (await import('./operations/adopt.ts')).adopt,
  diff: async () => (await import('./operations/diff.ts')).diff,
  apply: async () => (await import('./operations/apply.ts')).apply,
  undo: async () => (await import('./operations/undo.ts')).undo,
  winner: async () => (await import('./operations/winner.ts')).winner,
  cancel: async () => (await import('./operations/cancel.ts')).cancel,
  rm: async () => (await import('./operations/rm.ts')).rm,
  prune: async () => (await import('./operations/prune.ts')).prune,
  usage: async () => (await import('./operations/usage.ts')).usage,
  'suite run': async () => (await import('./suite/operations/suite-run.ts')).suiteRun,
  'suite resume': async () => (await import('./suite/operations/suite-resume.ts')).suiteResume,
  'suite retry': async () => (await import('./suite/operations/suite-retry.ts')).suiteRetry,
  'suite report': async () => (await import('./suite/operations/suite-report.ts')).suiteReport,
  'suite compare': async () => (await import('./suite/operations/suite-compare.ts')).suiteCompare,
  'preferences list': async () => (await import('./operations/preferences/preferences.ts')).preferencesList,
  'preferences export': async () =>
    (await import('./operations/preferences/preferences.ts')).preferencesExport,
  'preferences show': async () => (await import('./operations/preferences/preferences.ts')).preferencesShow,
  'preferences forget': async () =>
    (await import('./operations/preferences/change-preferences.ts')).preferencesForget,
  'preferences import': async () =>
    (await import('./operations/preferences/change-preferences.ts')).preferencesImport,
  'oracle-sessions': async () => (await import('./operations/overview/oracle-sessions.ts')).oracleSessions,
  doctor: async () => (await import('./operations/doctor/doctor.ts')).doctor,
  'doctor check': async () => (await import('./operations/doctor/doctor.ts')).doctorCheck,
  'config show': async () => (await import('./operations/config/show-config.ts')).configShow,
  'config path': async () => (await import('./operations/config/show-config.ts')).configPath,
  'config get': async () => (await import('./operations/config/show-config.ts')).configGet,
  'config set': async () => (await import('./operations/config/set-config.ts')).configSet,
  'config unset': async () => (await import('./operations/config/set-config.ts')).configUnset,
  trust: async () => (await import('./operations/trust/trust.ts')).trust,
  'trust list': async () => (await import('./operations/trust/trust.ts')).trustList,
  'trust revoke': async () => (await import('./operations/trust/trust.ts')).trustRevoke,
  'ledger copy': async () => (await import('./operations/upkeep/ledger-copy.ts')).ledgerCopy,
  'install-skill': async () => (await import('./operations/skill/install.ts')).installSkill,
  hosts: async () => (await import('./pool/operations/hosts.ts')).hosts,
  'demo start': async () => (await import('./operations/demo/demo-start.ts')).demoStart,
  formats: async () => (await import('./operations/overview/before-start.ts')).formats,
  folders: async () => (await import('./operations/overview/before-start.ts')).folders,
  names: async () => (await import('./operations/overview/before-start.ts')).names,
};

export type Operations = {
  [Name in keyof typeof operations]: Awaited<ReturnType<(typeof operations)[Name]>>;
};
export type OperationName = keyof Operations;
export const operationNames = Object.keys(operations) as readonly OperationName[];

export async function everyOperation(): Promise<readonly AnyOperation[]> {
  return await Promise.all(Object.values(operations).map(async (load) => anyOperation(await load())));
}

export async function operationNamed(name: string): Promise<AnyOperation> {
  const load = Object.entries(operations).find(([known]) => known === name)?.[1];
  if (load !== undefined) return anyOperation(await load());
  throw new JoustError(`there is no operation ${name}`, { code: 'usage' });
}

/** What it takes and gives is checked by its own schemas. */
function anyOperation(one: unknown): AnyOperation {
  return one as AnyOperation;
}

/** As it stands in the table that the surfaces read. */
export function describedOperation(one: AnyOperation): object {
  const {
    name,
    usual,
    group,
    summary,
    details,
    examples,
    page,
    effect,
    callers = ['people'],
    words,
    path,
    tool,
  } = one;
  const settings = describedIn(one.input);
  checkWords({ name, words, settings });
  const prepares = 'prepare' in one ? 'prepares' : 'runs';
  return {
    name,
    usual,
    group,
    summary,
    details,
    examples,
    page,
    effect,
    callers,
    words,
    path,
    tool,
    plays: isPlaying(one) ? one.plays : undefined,
    playsOn: 'playsOn' in one ? true : undefined,
    kind: isPlaying(one) ? 'plays' : prepares,
    hasDocument: !isPlaying(one) && one.document !== undefined,
    hasJsonLines: !isPlaying(one) && one.jsonLines !== undefined,
    settings,
  };
}

/** A command line gives an input as a word or as an option. Only an optional input can do without both. */
function checkWords({
  name,
  words = [],
  settings,
}: Pick<DescribedOperation, 'name' | 'words' | 'settings'>): void {
  const inputs = settings.map((one) => one.name);
  const unknown = words.find((word) => !inputs.includes(word));
  if (unknown !== undefined)
    throw new Error(`${name}: words has ${unknown}, but the input has only ${inputs.join(', ')}`);
  const lost = settings.find(
    (one) => one.flag === false && (one.required === true || one.name === 'id') && !words.includes(one.name),
  );
  if (lost === undefined) return;
  const all = lost.name === 'id' ? ['id', ...words] : [...words, lost.name];
  const expected = all.map((word) => `'${word}'`).join(', ');
  throw new Error(`${name}: the input ${lost.name} has flag: false, so it has to be in words: [${expected}]`);
}
