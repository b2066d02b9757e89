// Every format over the command line, HTTP, MCP and the library: the same task comes to the same contest.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DescribedFormat, describedFormats } from '../../src/domain/settings/settings.ts';
import * as joust from '../../src/index.ts';
import { spelledSetting, toolNameOf } from '../../src/surfaces/mcp/tool-names.ts';
import { type McpPlace, mcpClient } from '../setup/mcp-client.ts';
import { type Project, project } from '../setup/project.ts';
import { madeRepository } from '../setup/repository.ts';
import { type Served, serve } from '../setup/served.ts';
import { idIn } from './operation-inputs.ts';

type Value = string | number | boolean | readonly string[];
type Settings = Readonly<Record<string, Value>>;

const both = { contestant: ['ann', 'bob'] };
const judged = { judge: ['scripted/judge'] };

/** The settings for each format that has a command; a format without an entry fails its test. */
const settingsFor: Readonly<Record<string, Settings>> = {
  ask: both,
  arena: both,
  oracle: {},
  distill: { ...both, synthesizer: 'ann' },
  debate: { ...both, moderator: 'ann', rounds: 1 },
  vote: both,
  tournament: { ...both, ...judged },
  review: { ...both, judge: 'none', target: 'HEAD' },
  race: { contestant: ['hand', 'ann'], noFoundChecks: true, check: ['made=test -f made.txt'] },
  judge: judged,
  calibrate: { contestant: ['scripted/judge'], pairs: 1 },
  analyze: { analyst: 'ann' },
  'cross-examine': {},
};

let place: Project;
let served: Served;
let mcp: McpPlace;
let voted: string;

beforeAll(async () => {
  place = project({ 'code.txt': 'old\n' });
  const { git } = madeRepository(place.folder);
  git('add', '-A');
  git('commit', '-q', '-m', 'base');
  const shell = (name: string, script: string) =>
    `[contestants.${name}]\nagent = "command"\ncommand = ["/bin/sh", "-c", "${script}"]\n`;
  place.config(
    `${shell('ann', 'echo one')}${shell('bob', 'echo two')}${shell('hand', 'echo made > made.txt; echo done')}` +
      '[oracle]\ncontestant = "ann"\n',
  );
  voted = await opened(['vote', '-c', 'ann', '-c', 'bob', 'well?']);
  vi.stubEnv('JOUST_CONFIG_DIR', place.env['JOUST_CONFIG_DIR']);
  served = await serve(place);
  mcp = await mcpClient(place, { args: ['--tools', 'all', '--allow-write'] });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await mcp[Symbol.asyncDispose]();
  await served[Symbol.asyncDispose]();
  place[Symbol.dispose]();
});

async function opened(line: readonly string[]): Promise<string> {
  const { stdout, stderr } = await place.joust([...line, '--detach']);
  expect(stdout, stderr).not.toBe('');
  const id = idIn(stdout);
  await place.joust(['tail', id]);
  return id;
}

/** The facts of a contest that are the same over each surface. */
async function cameTo(id: string): Promise<object> {
  await place.joust(['tail', id]);
  const { stdout } = await place.joust(['show', id, '--events']);
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const first = events.find(({ type }) => type === 'contest.opened');
  const ended = events.filter(({ type }) => type === 'attempt.ended');
  const last = events.find(({ type }) => type === 'contest.closed');
  // Two arenas of the same two can't wait for a pick at once.
  if (last === undefined) await place.joust(['cancel', id]);
  return {
    format: first.format,
    about: first.about,
    roster: first.roster.map(({ name }: { readonly name: string }) => name),
    outcomes: ended.map(({ contestant, outcome }) => `${contestant} ${outcome}`).toSorted(),
    outcome: last?.outcome,
  };
}

const takesPrompt = ({ takes }: DescribedFormat) => takes === 'prompt';
const takesEntries = ({ takes }: DescribedFormat) => typeof takes === 'object' && 'entries' in takes;
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

async function byCommand(format: DescribedFormat, settings: Settings): Promise<string> {
  const { takes, name } = format;
  const word = typeof takes === 'object' && 'setting' in takes ? takes.setting : undefined;
  const options = Object.entries(settings).flatMap(([key, value]) => {
    if (key === word) return [];
    if (value === true) return [`--${kebab(key)}`];
    return [value].flat().flatMap((one) => [`--${kebab(key)}`, String(one)]);
  });
  const words = word === undefined ? [takesPrompt(format) ? 'well?' : voted] : [settings[word] ?? []].flat();
  return await opened([name, ...options, ...words.map(String)]);
}

async function byHttp(format: DescribedFormat, settings: Settings): Promise<string> {
  const task = takesPrompt(format) ? { prompt: 'well?' } : {};
  const about = takesEntries(format) ? { subject: voted } : {};
  const { body, status } = await served.post('/contests', {
    format: format.name,
    ...task,
    ...about,
    settings,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

async function byTool(format: DescribedFormat, settings: Settings): Promise<string> {
  const own = format.tool?.inputs;
  const prompt = own === undefined ? { prompt: 'well?' } : { question: 'well?' };
  const task = takesPrompt(format) ? prompt : {};
  const about = takesEntries(format) ? { id: voted } : {};
  const named = Object.entries(settings).map(([key, value]) => [spelledSetting(key), value]);
  const asked = { ...task, ...about, ...Object.fromEntries(named) };
  const { told, text } = await mcp.call(toolNameOf(format), asked);
  expect(told?.id, text).toBeTypeOf('string');
  return told.id;
}

async function byFunction(format: DescribedFormat, settings: Settings): Promise<string> {
  const camel = format.name.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
  const play = Object.entries(joust).find(([name]) => name === camel)?.[1] as unknown as (
    options: object,
  ) => joust.ContestRun;
  const { contestant, ...others } = settings;
  const run = play({
    ...(takesPrompt(format) ? { prompt: 'well?' } : {}),
    ...(takesEntries(format) ? { subject: voted } : {}),
    contestants: contestant,
    ...others,
    cwd: place.folder,
    home: place.home,
    detached: true,
  });
  return (await run).id;
}

describe.each(
  describedFormats.filter(({ command }) => command !== 'own').map((one) => [one.name, one] as const),
)('%s', (name, format) => {
  it('is the same contest over each surface', async () => {
    const settings = settingsFor[name];
    if (settings === undefined) throw new Error(`the test has no settings for ${name}`);
    const expected = await cameTo(await byCommand(format, settings));
    expect(await cameTo(await byHttp(format, settings))).toEqual(expected);
    expect(await cameTo(await byTool(format, settings))).toEqual(expected);
    expect(await cameTo(await byFunction(format, settings))).toEqual(expected);
  });
});
