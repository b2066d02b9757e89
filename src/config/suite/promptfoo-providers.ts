// Providers of promptfoo as contestants, where there is one that means the same; the others are named.
import type { ActorWords } from '../brief/brief-schema.ts';
import { visible } from '../config.ts';
import { isTable } from './promptfoo-tests.ts';

export interface FoundProviders {
  readonly contestants: ActorWords[];
  readonly lines: readonly number[];
  readonly notes: readonly string[];
}

interface Place {
  /** Those that are built in. */
  readonly agents: readonly string[];
  /** Where programs run. */
  readonly folder: string;
  lineOf(at: number): number;
}

export function promptfooProviders(
  list: readonly unknown[],
  { agents, folder, lineOf }: Place,
): FoundProviders {
  const notes: string[] = [];
  const found = list.flatMap((said, at) => {
    const table = isTable(said) ? said : {};
    const id = typeof said === 'string' ? said : table['id'];
    if (typeof id !== 'string') {
      notes.push(`The provider in line ${lineOf(at)} is not taken over: it has no id.`);
      return [];
    }
    const label = typeof table['label'] === 'string' ? table['label'] : undefined;
    const words = wordsFor(id, { label, agents, folder });
    if (words === undefined)
      notes.push(
        `The provider ${visible(id)} is not taken over: joust has nobody who is that. Name contestants with -c.`,
      );
    else if ('config' in table) notes.push(`The config of the provider ${visible(id)} is not taken over.`);
    return words === undefined ? [] : [{ words, line: lineOf(at) }];
  });
  return { contestants: found.map(({ words }) => words), lines: found.map(({ line }) => line), notes };
}

interface Mapping {
  readonly label: string | undefined;
  readonly agents: readonly string[];
  readonly folder: string;
}

/** CLIs that promptfoo drives by their SDK. */
const clis: Readonly<Record<string, string>> = {
  'anthropic:claude-agent-sdk': 'claude',
  'anthropic:claude-code': 'claude',
  'openai:codex-sdk': 'codex',
  'openai:codex': 'codex',
  opencode: 'opencode',
};
const ways = new Set(['chat', 'completion', 'messages', 'responses']);

function wordsFor(id: string, { label, agents, folder }: Mapping): ActorWords | undefined {
  const name = (usual: string) =>
    (label ?? usual).replaceAll(/[^\w.-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || usual;
  if (id === 'echo') return { name: name('echo'), agent: 'command', command: ['cat'] };
  const line = /^exec:\s*(\S[\s\S]*)$/.exec(id)?.[1];
  if (line !== undefined)
    // The prompt is its first argument; it runs beside the config.
    return {
      name: name('exec'),
      agent: 'command',
      command: ['/bin/sh', '-c', `cd "$1" && exec ${line} "$0"`, '{prompt}', folder],
    };
  const cli = Object.hasOwn(clis, id) ? clis[id] : undefined;
  if (cli !== undefined) return { name: name(cli), agent: cli };
  const [agent = '', ...rest] = id.split(':');
  const model = (ways.has(rest[0] ?? '') ? rest.slice(1) : rest).join(':');
  if (!agents.includes(agent) || model === '') return undefined;
  return { name: name(model.split('/').at(-1) ?? model), agent, model };
}
