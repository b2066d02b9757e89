// Which of its own tools the loopback model server has a CLI call, by scenario and by what the prompt asks for.
import { isAbsolute, join } from 'node:path';
import { anthropic } from './wire/anthropic.ts';
import { chat } from './wire/chat.ts';
import { gemini } from './wire/gemini.ts';
import { responses } from './wire/responses.ts';
import type { Body, Reply, Wire } from './wire/wire.ts';

export interface Asking {
  readonly wire: Wire;
  readonly body: Body;
  readonly text: string;
}

type Tool = readonly [name: string, input: (wanted: string) => Readonly<Record<string, unknown>>, of: Wire];

interface Call {
  /** What stands before the path or the command in the prompt. */
  readonly asked: RegExp;
  readonly isPath: boolean;
  /** The first that is offered; else the last one of the protocol, to see it refused. */
  readonly tools: readonly [Tool, ...Tool[]];
}

const content = 'written by the stub\n';
const patchOf = (path: string) => `*** Begin Patch\n*** Add File: ${path}\n+${content}*** End Patch\n`;

const write: Call = {
  asked: /WRITE-TO (\S+?)[\s"\\]/,
  isPath: true,
  tools: [
    ['Write', (path) => ({ file_path: path, content }), anthropic],
    ['Write', (path) => ({ filepath: path, content }), chat],
    ['apply_patch', (path) => ({ patch: patchOf(path) }), responses],
    ['exec_command', (path) => ({ cmd: `echo written by the stub > ${path}` }), responses],
    ['write_file', (path) => ({ file_path: path, content }), gemini],
    ['write_file', (path) => ({ file_path: path, content }), chat],
    ['create', (path) => ({ path, file_text: content }), chat],
    // Three CLIs call it the same, and its path each in its own way.
    ['write', (path) => ({ filePath: path, file_path: path, path, content }), chat],
  ],
};

const read: Call = {
  asked: /LOOK-AT (\S+?)[\s"\\]/,
  isPath: true,
  tools: [
    ['Read', (path) => ({ file_path: path }), anthropic],
    ['exec_command', (path) => ({ cmd: `cat ${path}` }), responses],
    ['read_file', (path) => ({ file_path: path }), gemini],
    ['read', (path) => ({ filePath: path }), chat],
  ],
};

const run: Call = {
  asked: /RUN-IT (.+?)(?:[;"]|\\n)/,
  isPath: false,
  tools: [
    ['Bash', (command) => ({ command, description: 'runs it' }), anthropic],
    ['exec_command', (command) => ({ cmd: command }), responses],
    ['run_shell_command', (command) => ({ command }), gemini],
    ['bash', (command) => ({ command, description: 'runs it' }), chat],
  ],
};

const calls: Readonly<Record<string, Call>> = { write, held: write, look: read, run };

/** Those in which a tool is called first. */
export const callScenarios: ReadonlySet<string> = new Set([...Object.keys(calls), 'joust']);

/** Joust itself, as a server of the CLI: one other agent is asked. */
function joustCall({ wire }: Asking): Reply {
  const input = { prompt: 'what do you think?', num: 1 };
  return wire === responses
    ? { type: 'tool', name: 'ask', server: 'mcp__joust', input }
    : { type: 'tool', name: 'mcp__joust__ask', input };
}

export function toolCall(scenario: string, asking: Asking): Reply | undefined {
  if (scenario === 'joust') return joustCall(asking);
  const { wire, body, text } = asking;
  const call = calls[scenario];
  if (call === undefined) return undefined;
  const wanted = call.asked.exec(`${text} `)?.[1] ?? 'stub-out.txt';
  const offered = wire.offered(body);
  const [name, input] =
    call.tools.find(([tool, , of]) => of === wire && offered.includes(tool)) ??
    call.tools.findLast(([, , of]) => of === wire) ??
    call.tools[0];
  return {
    type: 'tool',
    name,
    input: input(call.isPath && !isAbsolute(wanted) ? join(folderIn(text), wanted) : wanted),
  };
}

/** Where the CLI tells the model that it works: some of their tools take whole paths only. */
function folderIn(text: string): string {
  return (
    /(?:[Ww]orking directory|<cwd>|working in the directory|workspace director\w+)[:\s>*\\n-]*(\/[^\s"'`<\\]+)/.exec(
      text,
    )?.[1] ?? '.'
  );
}
