// The table of all operations, made from their descriptions (npm run schema): commands, help and completion read it without
// loading a schema library.

import type { CommandGroup } from './groups.ts';
import table from './operations.json' with { type: 'json' };
import { revived, type Setting } from './settings.ts';

/** What an operation can do to the user's things. `perform` holds the rules of each. */
export type Effect = 'read' | 'record' | 'change' | 'destroy' | 'publish' | 'spend';
export type Caller = 'people' | 'programs';

export interface OperationAbout {
  /** One word, or two: `preferences forget`. */
  readonly name: string;
  /** Of two words: the first word alone means it. */
  readonly usual?: true;
  /** Where the help lists it; absent: not in the help, since the page and programs are its callers. */
  readonly group?: CommandGroup | undefined;
  readonly summary: string;
  readonly details?: string;
  readonly examples: readonly string[];
  /** The page about it under docs/, without its ending. */
  readonly page: string;
  readonly effect: Effect;
  readonly callers: readonly Caller[];
  /** Inputs that are plain words on a command line, in this order. A list can only be the last of them. */
  readonly words?: readonly string[];
  /** Its path over HTTP, if the one made from its name doesn't fit. Inputs in it stand behind a colon: `/contests/:id`. */
  readonly path?: string | undefined;
  readonly tool?: ToolAbout | undefined;
  /** It plays a contest, which takes these settings too. */
  readonly plays?: PlayedSettings;
  /** The contest it is about can go on afterwards. */
  readonly playsOn?: boolean;
}

/** Its MCP tool, if programs may call it. */
export interface ToolAbout {
  /** Absent: the name made from that of the operation. */
  readonly name?: string;
  /** The server offers it unless the user names tools. */
  readonly default?: true;
  /** It reports a contest as tools that play one do. `at-end`: it waits for a contest that is being played. */
  readonly reports?: 'now' | 'at-end';
}

export interface PlayedSettings {
  /** A contest on record goes on: limits and waiting can be set, and nothing else. */
  readonly type: 'new' | 'on-record';
  /** It takes a task as formats do: a prompt, files, a folder, and the settings of every contest. */
  readonly takes?: 'prompt';
  /** The format whose settings it takes. */
  readonly format?: string;
  /** Which settings of the format; absent: all. */
  readonly only?: readonly string[];
  /** Which settings of every contest it takes besides the limits; absent: none. */
  readonly settings?: readonly string[];
  /** Recordings can take the place of agents. */
  readonly cassettes?: true;
  /** It can run where no person watches (--ci), and writes reports. */
  readonly ci?: true;
}

export interface DescribedOperation extends OperationAbout {
  readonly settings: readonly Setting[];
  /** It runs at once, says first what it would do, or plays a contest. */
  readonly kind: 'runs' | 'prepares' | 'plays';
  /** A person sees more than JSON. */
  readonly hasDocument: boolean;
  /** `--json` prints an object a line. */
  readonly hasJsonLines: boolean;
}

export const describedOperations: readonly DescribedOperation[] = table.map(({ settings, ...about }) => ({
  ...(about as unknown as Omit<DescribedOperation, 'settings'>),
  settings: revived(settings),
}));

/** How many plain words it takes on a command line at most. */
export function wordCount({ words = [], settings, plays }: DescribedOperation): number {
  const last = settings.find(({ name }) => name === words.at(-1));
  const prompt = plays?.takes === 'prompt' ? 1 : 0;
  return last?.rule.type === 'list' ? 1000 : words.length + prompt;
}

/** Its path over HTTP, with inputs behind colons: `/contests/:id/events`. */
export function operationPath({
  name,
  path,
  settings,
}: Pick<DescribedOperation, 'name' | 'path'> & {
  readonly settings: readonly { readonly name: string }[];
}): string {
  const about = settings.some((one) => one.name === 'id') ? '/contests/:id' : '';
  return path ?? `${about}/${name.replaceAll(' ', '/')}`;
}

/** Where a reader asks for an operation with these inputs: `/contests/4k2/attempts/ann`. */
export function operationUrl(name: string, input: Readonly<Record<string, string>>): string {
  const described = describedOperations.find((one) => one.name === name);
  if (described === undefined) throw new Error(`there is no operation ${name}`);
  const query = new URLSearchParams(input);
  const path = operationPath(described).replaceAll(/:(\w+)/g, (_, param: string) => {
    query.delete(param);
    return encodeURIComponent(input[param] ?? '');
  });
  return query.size === 0 ? path : `${path}?${query}`;
}

/** These can say what they would do, and ask. */
export function asksFirst({ kind }: Pick<DescribedOperation, 'kind'>): boolean {
  return kind === 'prepares';
}
