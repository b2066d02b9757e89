// Every command of the CLI, in the order of the help.
import { JoustError } from '../../../domain/joust-error.ts';
import type { CommandSpec, OptionSpec } from './command.ts';
import { raw, readingOptions } from './contest-options.ts';
import { briefPlaySpecs } from './specs/brief-play-specs.ts';
import { briefSpecs } from './specs/brief-specs.ts';
import { briefUpkeepSpecs } from './specs/brief-upkeep-specs.ts';
import { applySpecs, raceSpecs, replySpecs } from './specs/contest-specs.ts';
import { decideSpecs } from './specs/decide-specs.ts';
import { extensionSpecs, formatSpecs } from './specs/format-specs.ts';
import { operationSpecs } from './specs/operation-specs.ts';
import { poolSpecs } from './specs/pool-specs.ts';
import { setupSpecs } from './specs/setup-specs.ts';

const json: OptionSpec = { type: 'boolean', help: 'machine-readable output' };

const serve: Omit<CommandSpec, 'name' | 'summary' | 'group'> = {
  usage: '[options]',
  details:
    'Prints the address with its token and serves until it is interrupted. Contests are played by processes of their own: they go on without it. Where one serves already, its address is printed.',
  words: { min: 0, max: 0 },
  options: {
    port: { type: 'string', value: 'N', help: 'where it listens (default: the first free one from 4733)' },
    open: { type: 'boolean', help: 'open it in your browser' },
    'new-token': { type: 'boolean', help: 'a new token: whoever has the old one is shut out' },
    remote: {
      type: 'string',
      value: 'ADDRESS',
      help: 'listen on this address of a trusted network; needs TLS or a proxy',
    },
    'tls-cert': { type: 'string', value: 'FILE', help: 'the certificate (PEM)', complete: 'file' },
    'tls-key': { type: 'string', value: 'FILE', help: 'its key (PEM)', complete: 'file' },
    'behind-proxy': {
      type: 'string',
      value: 'URL',
      help: 'a proxy with TLS stands before it, and browsers open https://NAME',
    },
  },
  examples: ['joust serve --open', 'joust serve --port 8080 --behind-proxy https://joust.example.com'],
  page: 'serve',
  load: async () => (await import('../commands/serve/serve-command.ts')).serveCommand,
};

/** With those of the extensions that were loaded by now. */
export function everyCommand(): readonly CommandSpec[] {
  const names = new Set(commands.map(({ name }) => name.split(' ', 1)[0]));
  const taken = extensionSpecs().find(({ name }) => names.has(name));
  if (taken === undefined) return [...commands, ...extensionSpecs()];
  throw new JoustError(`an extension has a format named ${taken.name}, which is a command of joust`, {
    code: 'config',
    hint: 'Give the format another name, or take the extension out of `extensions` in your config.',
  });
}

export const commands: readonly CommandSpec[] = [
  ...formatSpecs,
  ...replySpecs,
  ...raceSpecs,
  ...applySpecs,
  ...briefSpecs,
  ...briefPlaySpecs,
  ...briefUpkeepSpecs,
  ...decideSpecs,
  ...operationSpecs,
  ...poolSpecs,
  {
    name: 'demo',
    group: 'setup',
    summary: 'see a contest of simulated agents; needs no account, key or network',
    usage: '',
    words: { min: 0, max: 0 },
    options: {},
    examples: ['joust demo'],
    page: 'getting-started',
    load: async () => (await import('../commands/demo/demo-command.ts')).demoCommand,
  },
  {
    name: 'serve',
    group: 'setup',
    summary: 'contests in your browser: watch, start and decide them',
    ...serve,
  },
  { name: 'web', summary: 'the same as serve', ...serve },
  {
    name: 'mcp',
    group: 'setup',
    summary: 'joust as tools for other agents (Model Context Protocol, on standard input and output)',
    usage: '[options]',
    details:
      'For the configuration of a coding agent, not for people. Contests are played by processes of their own: they go on when the agent is gone. Nobody who calls can answer what a person is asked.',
    words: { min: 0, max: 0 },
    options: {
      tools: {
        type: 'string',
        value: 'NAME,...',
        help: 'which tools it offers, or all (default: ask, distill, review, oracle_consult, race, contest_result, contest_cancel)',
      },
      caller: {
        type: 'string',
        value: 'NAME',
        help: 'which agent calls, or none: it is not chosen to play (default: as the client or the environment says)',
        complete: 'agent',
      },
      session: {
        type: 'string',
        value: 'NAME',
        help: 'whose caps of the oracle count (default: each connection is a session)',
      },
      'allow-write': {
        type: 'boolean',
        help: 'callers may apply, undo, run checks, and let contestants write in your folder',
      },
      'allow-checks': {
        type: 'boolean',
        help: "races of callers run the project's own checks, and checks that callers name",
      },
    },
    examples: ['claude mcp add joust -- joust mcp', 'codex mcp add joust -- joust mcp --tools all'],
    page: 'mcp',
    load: async () => (await import('../commands/serve/mcp-command.ts')).mcpCommand,
  },
  {
    name: 'list',
    group: 'record',
    summary: 'the contests on record, newest first',
    usage: '[options]',
    words: { min: 0, max: 0 },
    options: {
      state: {
        type: 'string',
        value: 'STATE',
        help: 'only these',
        complete: ['playing', 'queued', 'waiting', 'parked', 'open', 'closed', 'cancelled'],
      },
      format: { type: 'string', value: 'NAME', help: 'only contests of this format' },
      since: {
        type: 'string',
        value: 'WHEN',
        help: 'only those opened since: an age (12h, 30d, 8w) or a day of UTC (2026-11-01)',
      },
      project: {
        type: 'string',
        value: 'PATH',
        help: 'only those played in this folder or below it; . is this one',
        complete: 'folder',
      },
      text: { type: 'string', value: 'WORDS', help: 'only those whose prompt holds all these words' },
      limit: { type: 'string', value: 'N', help: 'how many at most (default 20)' },
      json,
    },
    examples: [
      'joust list --project . --since 7d',
      'joust list --state parked',
      'joust list --text "flaky test" --json',
    ],
    page: 'record',
    load: async () => (await import('../commands/record/list-command.ts')).listCommand,
  },
  {
    name: 'show',
    group: 'record',
    summary: 'a contest as its record tells it',
    usage: '[options] [ID]',
    details:
      'ID may be a unique beginning of it, or @last, which is also meant without one: the last contest that fits the command.',
    words: { min: 0, max: 1, complete: 'contest' },
    options: {
      answer: { type: 'string', value: 'NAME', help: "only this contestant's answer" },
      log: {
        type: 'string',
        value: 'NAME',
        help: 'what its process printed, as it was; NAME/CHECK: what a check printed',
      },
      timeline: { type: 'boolean', help: 'what happened, one line for each recorded event' },
      events: { type: 'boolean', help: 'the recorded events, one JSON object a line' },
      'what-if': {
        type: 'string',
        value: 'SIGNAL=N,...',
        help: 'rank a race anew with other weights, as in tests=0.5,diff=0',
      },
      ...readingOptions,
      pager: { type: 'boolean', help: 'in your pager ($PAGER, else less), on a terminal' },
      json,
    },
    examples: [
      'joust show',
      'joust show 4k2 --answer claude',
      'joust show 4k2 --log claude/test',
      'joust show --what-if tests=0.5,diff=0',
    ],
    page: 'record',
    load: async () => (await import('../commands/record/show-command.ts')).showCommand,
  },
  {
    name: 'tail',
    group: 'record',
    summary: 'watch a contest from any terminal, from its beginning',
    usage: '[options] [ID [NAME]]',
    details:
      'What all contestants say as they say it, each line behind its name, and what it comes to; with NAME, what that one says.',
    words: { min: 0, max: 2, complete: 'contest' },
    options: { raw },
    examples: ['joust tail', 'joust tail 4k2 codex'],
    page: 'record',
    load: async () => (await import('../commands/record/tail-command.ts')).tailCommand,
  },
  {
    name: 'export',
    group: 'record',
    summary: 'write a contest as a folder to read, keep and pass on, or as one page',
    usage: '[options] [ID] [FOLDER]',
    details:
      'FOLDER must be new or empty. It holds answers, a report and a manifest with the hash of every file. The page is that of joust serve with all of this contest in it: it opens from disk, without a server.',
    words: { min: 0, max: 2, id: true, complete: 'folder' },
    options: {
      html: { type: 'string', value: 'FILE', complete: 'file', help: 'only the report, as one page' },
      'hide-names': { type: 'boolean', help: 'nothing on the page says who played' },
      operator: { type: 'boolean', help: 'with events, logs and paths, which are not for everybody' },
    },
    examples: ['joust export @last review-of-the-parser', 'joust export 4k2 --html report.html --hide-names'],
    page: 'record',
    load: async () => (await import('../commands/record/export-command.ts')).exportCommand,
  },
  ...setupSpecs,
];
