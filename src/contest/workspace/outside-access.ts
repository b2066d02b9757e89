// Whether a contestant looked outside of its workspace, as far as its own tool calls tell.
import { dirname } from 'node:path';
import type { AgentEvent } from '../../domain/agent-event.ts';
import type { Player } from '../play/player.ts';
import type { Workplace } from './step-workspace.ts';

export interface Looks {
  heard(events: AsyncIterable<AgentEvent>): AsyncIterable<AgentEvent>;
  /** Undefined: it shows no tool calls, so nobody can tell. */
  seen(): readonly string[] | undefined;
}

const maxSigns = 20;

/** Not every `--all`: `git add --all` looks nowhere. */
const branches = [
  /\bgit\b[^\n;&|]*\s(?:worktree|show-ref|for-each-ref)\b/,
  /\bgit\b[^\n;&|]*\s(?:log|rev-list|shortlog|show|branch)\b[^\n;&|]*\s(?:--all|-a)(?![\w-])/,
];

export function watchLooks({ home }: Player, { workspace, spec }: Workplace): Looks {
  const signs = new Set<string>();
  let tools = 0;
  const own = workspace.root;
  const outside = [
    { path: dirname(own), what: "the rivals' workspaces" },
    { path: home, what: "joust's own data" },
    { path: spec.base.folder, what: "the user's own tree" },
  ];
  const look = (text: string) => {
    const rest = text.replaceAll(own, '.');
    const found = outside.find(({ path }) => rest.includes(path));
    if (found !== undefined) signs.add(`${found.what}: ${shortened(text)}`);
    if (branches.some((sign) => sign.test(text))) signs.add(`other branches: ${shortened(text)}`);
  };
  const note = (detail: string, writes: readonly string[]) => {
    tools += 1;
    for (const text of [detail, ...writes]) if (signs.size < maxSigns) look(text);
  };
  return {
    async *heard(events) {
      for await (const event of events) {
        if (event.type === 'tool') note(event.detail ?? '', event.writes ?? []);
        yield event;
      }
    },
    seen: () => (tools === 0 ? undefined : [...signs]),
  };
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
