// What somebody is about to start: kept in the browser until it is started, begun anew or from a contest on record.
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
  readonly values: FieldValues;
}

export const noDraft: Draft = { prompt: '', files: '', attachments: [], folder: '', subject: '', values: {} };

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
        ...(prompt !== '' && { prompt }),
        ...(files.length > 0 && { files }),
        ...(draft.attachments.length > 0 && { attachments: draft.attachments }),
      }),
      ...(typeof takes === 'object' && 'entries' in takes && { subject: draft.subject || '@last' }),
      ...(draft.folder !== '' && { cwd: draft.folder }),
      ...(Object.keys(settings).length > 0 && { settings }),
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
  readonly fields: readonly Field[];
  /** Names that can be written for a contestant. */
  readonly known: readonly string[];
}

/** The same once more: its words, folder and roster, and what of its settings stands on record as it was said. */
export function draftFrom({ contest, opened, fields, known }: Again): Draft {
  const { prompt, contestants, cwd = '', about = '', limits = {} } = contest;
  const { own } = opened.task ?? {};
  const { usd, tokens, attempts, timeMs } = limits as Readonly<Record<string, number | undefined>>;
  const budget = { maxUsd: usd, maxTokens: tokens, maxAttempts: attempts, maxTime: timeMs && timeMs / 1000 };
  const said = Object.entries(budget).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  const settings = fields.flatMap((field) => {
    const value = typedValue(field, opened.options?.[field.name]);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  const values = { ...Object.fromEntries<FieldValue>([...settings, ...said]) };
  return {
    ...noDraft,
    ...{ folder: cwd, subject: about },
    prompt: own === undefined || own === 0 ? prompt : prompt.slice(0, own),
    values: { ...values, ...(contestants.length > 0 && { contestant: specsOf(contestants, known) }) },
  };
}

/** What is built in needs no saying. */
function typedValue(field: Field, recorded: unknown): FieldValue | undefined {
  const { name, builtIn } = field;
  if (recorded === null || recorded === undefined || recorded === builtIn || recorded === false)
    return undefined;
  const isList = Array.isArray(recorded) && recorded.every((one) => typeof one === 'string');
  if (isList && recorded.length === 0) return undefined;
  const typed = isList || recorded === true ? (recorded as FieldValue) : String(recorded);
  return readValues([field], { [name]: typed }).settings[name] === undefined ? undefined : typed;
}
