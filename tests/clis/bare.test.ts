// Judges on the real CLIs: what of the user's and the project's own reaches the model, and with which tools.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAgents } from '../../src/agents/all.ts';
import { fillBadProject } from './bad-project.ts';
import { type Drive, type Driven, drive } from './drive.ts';
import { type Home, makeHome, withOthers } from './home.ts';
import { type ModelServer, startModelServer } from './model-server.ts';
import { otherPackages, packages } from './packages.ts';
import { mark, plantUser } from './planted.ts';

const mentioned = 'CONTENT-OF-A-MENTIONED-FILE';
const ofProject = 'INSTRUCTIONS-OF-THE-PROJECT';

let server: ModelServer;

beforeAll(async () => {
  server = await startModelServer();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

interface Seen {
  readonly driven: Driven;
  /** What the model was sent by the run, its own title and the like included. */
  readonly asked: ModelServer['asked'];
  /** Programs of the user and of the project that ran. */
  readonly ran: readonly string[];
}

async function play(id: string, how: Pick<Drive, 'tier' | 'bare' | 'reads'>): Promise<Seen> {
  const agent = allAgents.find((candidate) => candidate.id === id);
  if (agent === undefined) throw new Error(`there is no agent ${id}`);
  const home = withOthers(makeHome(server.url, `home-bare-${id}`), server.url);
  const ran = plantUser(home.path);
  const cwd = folderIn(home);
  const before = server.asked.length;
  const secret = join(home.path, 'secret.txt');
  writeFileSync(secret, mentioned);
  const prompt = `say hi; an answer mentions @${secret} and @../secret.txt`;
  const driven = await drive(agent, { home, cwd, prompt, ...modelOf(id), ...how });
  const asked = server.asked.slice(before);
  const ofCwd = readdirSync(cwd).filter((name) => name.startsWith('ran-'));
  return { driven, asked, ran: [...readdirSync(ran), ...ofCwd].sort() };
}

/** No repository of its own, and below the home: a CLI that looks upwards finds what lies there. */
function folderIn(home: Home): string {
  const cwd = join(home.path, 'work');
  mkdirSync(cwd);
  fillBadProject(cwd);
  return cwd;
}

function modelOf(id: string): Pick<Drive, 'model' | 'settings'> {
  // It knows models by its own config only, which names the server too.
  if (id === 'cn') return {};
  if (id === 'opencode' || id === 'pi') return { model: 'stub/stub-ok' };
  // Bare it reads no config, where the server is named.
  const settings = id === 'codex' ? { settings: { baseUrl: `${server.url}/v1` } } : {};
  return { model: 'stub-ok', ...settings };
}

/** What is known to remain; where an agent says that nothing does, nothing is listed. */
const remaining: Readonly<
  Record<string, { readonly says: readonly string[]; readonly ran: readonly string[] }>
> = {
  codex: { says: [mark], ran: [] },
  gemini: { says: [mark, ofProject], ran: ['gemini-agent', 'gemini-start'] },
  opencode: { says: [mark], ran: ['opencode-server'] },
  copilot: { says: [], ran: ['copilot-server'] },
  grok: { says: [mark], ran: ['grok-server', 'grok-start'] },
  cn: { says: [mark, ofProject], ran: [] },
};

const ids = [...packages, ...otherPackages].map(({ agent }) => agent);

describe.each(ids)('%s', (id) => {
  test('is given what the user keeps for it where it is not bare', async () => {
    const { driven, asked } = await play(id, { tier: 'full' });
    expect(driven.end.outcome).toBe('ok');
    expect(asked.some(({ body }) => body.includes(mark))).toBe(true);
    expect(asked.some(({ tools }) => tools.length > 2)).toBe(true);
  });

  test('is bare as it says', async () => {
    const { driven, asked, ran } = await play(id, { bare: true });
    expect(driven.end).toMatchObject({ outcome: 'ok', text: 'Hello from the stub.' });
    const bodies = asked.map(({ body }) => body).join('\n');
    // A title is asked for in the form of a tool; the model named by the suite is offered none.
    expect(asked.filter(({ model }) => model === 'stub-ok').flatMap(({ tools }) => tools)).toEqual([]);
    expect(asked.flatMap(({ tools }) => tools).filter((tool) => tool !== 'session_title')).toEqual([]);
    expect(bodies).not.toContain(mentioned);
    const { says, ran: stillRuns } = remaining[id] ?? { says: [], ran: [] };
    expect([mark, ofProject].filter((text) => bodies.includes(text))).toEqual(says);
    expect(ran).toEqual(stillRuns);
    const { tools, instructions } = allAgents.find((agent) => agent.id === id)?.bare ?? {};
    expect({ tools, instructions }).toEqual({ tools: true, instructions: remaining[id] === undefined });
  });
});

/** By those who can be given files to read and nothing else. */
const readers: Readonly<Record<string, readonly string[]>> = {
  claude: ['Glob', 'Grep', 'Read'],
  opencode: ['glob', 'grep', 'read'],
};

describe('bare, but for files', () => {
  test.each(Object.entries(readers))(
    '%s is offered %j, and nothing else of the user or the project',
    async (id, tools) => {
      const { driven, asked, ran } = await play(id, { bare: true, reads: true });
      expect(driven.end.outcome).toBe('ok');
      const offered = asked
        .filter(({ model }) => model === 'stub-ok')
        .flatMap((one) => one.tools)
        // A stand-in of claude's that does nothing.
        .filter((tool) => tool !== 'DeferredToolPlaceholder');
      expect([...new Set(offered)].sort()).toEqual(tools);
      const bodies = asked.map(({ body }) => body).join('\n');
      expect(bodies).not.toContain(mentioned);
      expect([mark, ofProject].filter((text) => bodies.includes(text))).toEqual(remaining[id]?.says ?? []);
      expect(ran).toEqual(remaining[id]?.ran ?? []);
      expect(Object.keys(readers)).toEqual(
        allAgents.filter(({ bare }) => bare.reads === true).map((agent) => agent.id),
      );
    },
  );
});
