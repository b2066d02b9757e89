// The names of all tools, and which of them are offered. Known without what they do: a start loads none of it.
import { JoustError } from '../../domain/joust-error.ts';
import { type DescribedOperation, describedOperations } from '../../domain/settings/described-operations.ts';
import { type DescribedFormat, describedFormats } from '../../domain/settings/settings.ts';

export const toolNames = [
  'ask',
  'arena',
  'distill',
  'debate',
  'vote',
  'tournament',
  'review',
  'race',
  'judge',
  'calibrate',
  'analyze',
  'cross_examine',
  'oracle_consult',
  'brief_play',
  'brief_judge',
  'contest_result',
  'contest_status',
  'contest_list',
  'contest_apply',
  'contest_undo',
  'doctor',
  ...describedOperations.filter(({ callers }) => callers.includes('programs')).map(operationToolName),
];

/** They write in the user's files: not there unless whoever starts the server says so. */
const writing: readonly string[] = ['contest_apply', 'contest_undo'];

/** Every tool costs the caller context. */
const usual: readonly string[] = [
  'ask',
  'distill',
  'review',
  'oracle_consult',
  'race',
  'contest_result',
  'contest_cancel',
];

export interface Offer {
  /** Names, or `all`; nothing: the usual few. */
  readonly tools?: readonly string[] | undefined;
  readonly allowWrite: boolean;
  /** Checks run for callers: given ones and those of the project. */
  readonly allowChecks?: boolean;
}

/** What is about one contest says so. */
export function operationToolName({
  name,
  settings,
  tool,
}: Pick<DescribedOperation, 'name' | 'tool'> & {
  readonly settings: readonly { readonly name: string }[];
}): string {
  if (tool?.name !== undefined) return tool.name;
  const isAboutOne = settings.some((one) => one.name === 'id');
  return `${isAboutOne ? 'contest_' : ''}${name.replaceAll(/[ -]/g, '_')}`;
}

export function toolNameOf({ name }: Pick<DescribedFormat, 'name'>): string {
  return name.replaceAll('-', '_');
}

/** Several are named, so the list has a plural. */
export function spelledSetting(name: string): string {
  return name === 'contestant' ? 'contestants' : name;
}

export function settingSpelled(name: string): string {
  return name === 'contestants' ? 'contestant' : name;
}

/** Those of the extensions that were loaded by now as well. */
function knownTools(): readonly string[] {
  const brought = describedFormats.filter(
    ({ extension, command }) => extension !== undefined && command !== 'own',
  );
  return [...new Set([...toolNames, ...brought.map(toolNameOf)])];
}

/** It names what may be an extension's: then those have to be loaded first. */
export function namesStrangers({ tools = [] }: Pick<Offer, 'tools'>): boolean {
  return tools.some((name) => name !== 'all' && !toolNames.includes(name));
}

export function offeredTools({ tools = usual, allowWrite }: Offer): readonly string[] {
  const offered = knownTools().filter((name) => allowWrite || !writing.includes(name));
  if (tools.includes('all')) return offered;
  const other = tools.find((name) => !offered.includes(name));
  if (other === undefined) return offered.filter((name) => tools.includes(name));
  throw new JoustError(
    writing.includes(other) ? `the tool ${other} needs --allow-write` : `there is no tool ${other}`,
    { code: 'usage', hint: `There are: ${offered.join(', ')}; or all.` },
  );
}

/** Why a call is refused. */
export function whyNotOffered(name: string): string {
  if (!knownTools().includes(name)) return `there is no tool ${name}`;
  return `this server does not offer ${name}: ${writing.includes(name) ? 'it needs --allow-write' : 'it is not among its --tools'}`;
}
