// What somebody is about to start: kept in the browser until it is started, begun anew or from a contest on record.
import type { CheckSpec } from '../../../domain/check-spec.ts';
import type { Content } from '../../../domain/settings/setting.ts';
import type { DescribedFormat } from '../../../domain/settings/settings.ts';
import type { ContestJson } from '../../../views/wire/contest-json.ts';
import type { LaunchRequest } from './command-line.ts';
import { specsOf } from './contestant-spec.ts';
import { type Field, type FieldValue, type FieldValues, type ReadValues, readValues } from './form-fields.ts';

export interface Draft {
  readonly prompt: string;
  /** Paths on the machine of the server, one a line. */
  readonly files: string;
  readonly attachments: readonly Content[];
  /** Blank: where the server was started. */
  readonly folder: string;
  readonly subject: string;
  /** The label of the hosts that play it; blank: it is played on the server's machine. */
  readonly pool: string;
  readonly values: FieldValues;
}

export const noDraft: Draft = {
  prompt: '',
  files: '',
  attachments: [],
  folder: '',
  subject: '',
  pool: '',
  values: {},
};

const place = 'joust.draft';

export function readDraft(): Draft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '{}');
    return { ...noDraft, ...(kept as Partial<Draft>) };
  } catch {
    return noDraft;
  }
}

export function keepDraft(draft: Draft): void {
  try {
    localStorage.setItem(place, JSON.stringify(draft));
  } catch {
    // Too large for the browser: without what was attached.
    localStorage.setItem(place, JSON.stringify({ ...draft, attachments: [] }));
  }
}

export interface Launch extends Pick<ReadValues, 'problems'> {
  readonly request: LaunchRequest;
}

/** What the draft says to this format; what belongs to others stays in it, unsaid. */
export function launchOf(draft: Draft, format: DescribedFormat, fields: readonly Field[]): Launch {
  const { settings, problems } = readValues(fields, draft.values);
  const { takes, name } = format;
  const files = draft.files
    .split('\n')
    .map((path) => path.trim())
    .filter((path) => path !== '');
  const prompt = draft.prompt.trim();
  return {
    problems,
    request: {
      format: name,
      ...(takes === 'prompt' && {
        prompt: prompt || undefined,
        files: files.length > 0 ? files : undefined,
        attachments: draft.attachments.length > 0 ? draft.attachments : undefined,
      }),
      subject: typeof takes === 'object' && 'entries' in takes ? draft.subject || '@last' : undefined,
      cwd: draft.folder || undefined,
      pool: draft.pool || undefined,
      settings: Object.keys(settings).length > 0 ? settings : undefined,
    },
  };
}

/** How the record of a contest begins. */
export interface OpenedJson {
  readonly task?: { readonly own?: number };
  readonly options?: Readonly<Record<string, unknown>>;
}

interface Again {
  readonly contest: ContestJson;
  readonly opened: OpenedJson;
  /** Another one than it was, perhaps: then it is what that one is about. */
  readonly format: Pick<DescribedFormat, 'name'>;
  readonly fields: readonly Field[];
  /** Names that can be written for a contestant. */
  readonly known: readonly string[];
}

/** The same once more: its words, folder and roster, and what of its settings stands on record as it was said. */
export function draftFrom({ contest, opened, format, fields, known }: Again): Draft {
  const { id, prompt, contestants, cwd = '', about = '' } = contest;
  const { own } = opened.task ?? {};
  const settings = fields.flatMap((field) => {
    const value = typedValue(field, opened.options?.[field.name]);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return {
    ...noDraft,
    folder: cwd,
    subject: format.name === contest.format ? about : id,
    prompt: own === undefined || own === 0 ? prompt : prompt.slice(0, own),
    values: {
      ...Object.fromEntries(settings),
      ...budgetOf(contest),
      ...namedIn(opened.options ?? {}, contest, known),
      ...(contestants.length > 0 && { contestant: specsOf(contestants, known) }),
    },
  };
}

/** Made up by the format where nobody said them: on record they are not what was said. */
const computed: ReadonlySet<string> = new Set(['orders', 'selfJudging', 'calls', 'rubric', 'workspace']);

/** What is built in needs no saying. */
function typedValue(field: Field, recorded: unknown): FieldValue | undefined {
  const { name, builtIn } = field;
  const isPlain = typeof recorded === 'string' || typeof recorded === 'number' || recorded === true;
  if (!isPlain || recorded === builtIn || computed.has(name)) return undefined;
  const typed = recorded === true ? true : String(recorded);
  return readValues([field], { [name]: typed }).settings[name] === undefined ? undefined : typed;
}

function budgetOf({ limits = {} }: ContestJson): FieldValues {
  const { usd, tokens, attempts, timeMs } = limits as Readonly<Record<string, number | undefined>>;
  const said = {
    maxUsd: usd,
    maxTokens: tokens,
    maxAttempts: attempts,
    maxTime: timeMs === undefined ? undefined : timeMs / 1000,
  };
  const typed = Object.entries(said).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return { ...Object.fromEntries(typed), ...(limits['partial'] === true && { partial: true }) };
}

/** Judges by whom they are, and the checks that were named, not found. */
function namedIn(
  { judges, checks }: Readonly<Record<string, unknown>>,
  { staff }: ContestJson,
  known: readonly string[],
): FieldValues {
  const sat = staff.filter(({ name }) => Array.isArray(judges) && judges.includes(name));
  const named = (Array.isArray(checks) ? (checks as CheckSpec[]) : []).filter(
    ({ origin }) => origin === '--check',
  );
  return {
    ...(sat.length > 0 && { judge: specsOf(sat, known) }),
    ...(named.length > 0 && { check: named.map(({ name, command }) => `${name}=${command}`) }),
  };
}
