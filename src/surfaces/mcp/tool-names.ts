// The names of all tools, and which of them are offered. Known without what they do: a start loads none of it.
import { JoustError } from '../../domain/joust-error.ts';
import { type DescribedOperation, describedOperations } from '../../domain/settings/described-operations.ts';
import { type DescribedFormat, describedFormats } from '../../domain/settings/settings.ts';

interface NamedTool {
  readonly name: string;
  /** Offered unless the user names tools: every tool costs the caller context. */
  readonly isDefault: boolean;
  /** It changes the user's files: it is only offered with --allow-write. */
  readonly changes: boolean;
}

const fromFormat = (format: DescribedFormat): NamedTool => ({
  name: toolNameOf(format),
  isDefault: format.tool?.default === true,
  changes: false,
});

const fromOperation = (operation: DescribedOperation): NamedTool => ({
  name: operationToolName(operation),
  isDefault: operation.tool?.default === true,
  changes: operation.effect === 'change' || operation.effect === 'destroy',
});

const ownTools: readonly NamedTool[] = [
  ...describedFormats.filter(isTool).map(fromFormat),
  ...describedOperations.filter(({ callers }) => callers.includes('programs')).map(fromOperation),
];

export const toolNames: readonly string[] = ownTools.map(({ name }) => name);

export interface Offer {
  /** Names, or `all`; absent: the default tools. */
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

/** A format that other commands play is played by their operations. */
export function isTool({ command }: Pick<DescribedFormat, 'command'>): boolean {
  return command !== 'own';
}

/** Several are named, so the list has a plural. */
export function spelledSetting(name: string): string {
  return name === 'contestant' ? 'contestants' : name;
}

export function settingSpelled(name: string): string {
  return name === 'contestants' ? 'contestant' : name;
}

export function toolNameOf({ name, tool }: Pick<DescribedFormat, 'name' | 'tool'>): string {
  return tool?.name ?? name.replaceAll('-', '_');
}

/** Whether the tool changes the user's files, which may lie where only the client knows. */
export function changesFiles(name: string): boolean {
  return ownTools.some((one) => one.name === name && one.changes);
}

/** With the formats of the extensions that are loaded by now. */
function knownTools(): readonly NamedTool[] {
  const brought = describedFormats.filter((one) => one.extension !== undefined && isTool(one));
  const names = new Set(toolNames);
  return [...ownTools, ...brought.map(fromFormat).filter(({ name }) => !names.has(name))];
}

/** A name that isn't joust's own may belong to an extension: extensions have to be loaded first. */
export function namesStrangers({ tools = [] }: Pick<Offer, 'tools'>): boolean {
  return tools.some((name) => name !== 'all' && !toolNames.includes(name));
}

export function offeredTools({ tools, allowWrite }: Offer): readonly string[] {
  const offered = knownTools().filter(({ changes }) => allowWrite || !changes);
  const names = offered.map(({ name }) => name);
  if (tools === undefined) return offered.filter(({ isDefault }) => isDefault).map(({ name }) => name);
  if (tools.includes('all')) return names;
  const other = tools.find((name) => !names.includes(name));
  if (other === undefined) return names.filter((name) => tools.includes(name));
  throw new JoustError(
    changesFiles(other) ? `the tool ${other} needs --allow-write` : `there is no tool ${other}`,
    { code: 'usage', hint: `Tools: ${names.join(', ')}; or all.` },
  );
}

/** Why a call is refused. */
export function whyNotOffered(name: string): string {
  if (!knownTools().some((one) => one.name === name)) return `there is no tool ${name}`;
  return `this server does not offer ${name}: ${changesFiles(name) ? 'it needs --allow-write' : 'it is not among its --tools'}`;
}
