// Every command of the CLI, in the order of the help.
import { JoustError } from '../../../domain/joust-error.ts';
import type { CommandSpec } from './command.ts';
import { raw } from './contest-options.ts';
import { extensionSpecs, formatSpecs } from './specs/format-specs.ts';
import { operationSpecs } from './specs/operation-specs.ts';
import { poolSpecs } from './specs/pool-specs.ts';
import { setupSpecs } from './specs/setup-specs.ts';

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
  ...setupSpecs,
];
