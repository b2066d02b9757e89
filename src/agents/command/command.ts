// Any program as an agent: a template in the config says how to call it and where its answer is.
import type { Contestant } from '../../domain/contestant.ts';
import { addText, type KeptText, noText } from '../../domain/kept-text.ts';
import type { ProcessEnd } from '../../domain/process-plan.ts';
import type { AgentRequest } from '../agent.ts';
import { cliAgent } from '../cli-agent.ts';
import type { Decoder } from '../decoder.ts';
import { classifyFailure, exitReason, failedEnd, messageForAnswer } from '../failure.ts';

const promptFile = 'prompt.txt';
const answerFile = 'answer.txt';
/** Longer prompts do not fit into an argument. */
const argumentLimit = 100 * 1024;

export const command = cliAgent({
  id: 'command',
  family: 'command',
  title: 'Any command',
  kind: 'command',
  plain: true,
  plan(request) {
    const { prompt, contestant, scratch } = request;
    const [program = '', ...args] = contestant.settings?.command ?? [];
    const values = valuesOf(request);
    const asFile = contestant.settings?.input === 'file' || args.some((arg) => arg.includes('{prompt_file}'));
    return {
      program,
      args: args.map((arg) => arg.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)),
      stdin: takesStdin(contestant) ? prompt : '',
      env: { JOUST_PROMPT_FILE: `${scratch}/${promptFile}`, JOUST_ANSWER_FILE: `${scratch}/${answerFile}` },
      files: asFile ? [{ name: promptFile, content: prompt }] : [],
      ...(contestant.settings?.answer === 'file' && { answerFile }),
      ...(isTooLong(args, prompt) && {
        impossible: 'the prompt is too long for an argument; use {prompt_file} or stdin',
      }),
    };
  },
  decoder: ({ contestant }) => textDecoder(contestant.settings?.jsonPath),
  presence: {
    install: 'Set command = ["program", "{prompt_file}"] for a contestant in your config.',
    missing: ({ settings }) => (settings?.command === undefined ? 'it has no command' : undefined),
  },
  tiers: {
    read: { honoured: false, caveat: 'it is a program of your own' },
    write: { honoured: false, caveat: 'it is a program of your own' },
    full: { honoured: true },
  },
  bare: {
    tools: false,
    instructions: false,
    caveat: 'it is a program of your own',
  },
  environment: { passes: [], keys: [], removes: [] },
  state: [],
  efforts: [],
  servedFrom: ({ settings }) => settings?.baseUrl,
  staggerMs: 0,
  idleMs: 0,
  verified: { version: 'any' },
});

/** The prompt goes to standard input unless the template takes it elsewhere. */
function takesStdin({ settings }: Contestant): boolean {
  if (settings?.input !== undefined) return settings.input === 'stdin';
  return !(settings?.command ?? []).some((arg) => /\{prompt(?:_file)?\}/.test(arg));
}

function isTooLong(args: readonly string[], prompt: string): boolean {
  return args.some((arg) => arg.includes('{prompt}')) && Buffer.byteLength(prompt) > argumentLimit;
}

function valuesOf({
  prompt,
  contestant,
  scratch,
  cwd,
}: AgentRequest): Readonly<Record<string, string | undefined>> {
  const file = `${scratch}/${promptFile}`;
  return {
    prompt: prompt.slice(0, argumentLimit),
    prompt_file: file,
    cwd,
    model: contestant.model ?? '',
    answer_file: `${scratch}/${answerFile}`,
  };
}

interface Said {
  readonly kept: KeptText;
  readonly recent: string;
}

/** Lines are put together in blocks: thousands of lines strung one by one cost several times their length. */
const blockLength = 8 * 1024;

/** The whole of standard output is the answer, or a value in the JSON it is. */
function textDecoder(jsonPath: string | undefined): Decoder<Said> {
  return {
    start: { kept: noText, recent: '' },
    line({ kept, recent }, line) {
      const delta = `${line}\n`;
      const next = recent + delta;
      const state =
        next.length < blockLength
          ? { kept, recent: next }
          : { kept: addText(kept, inOnePiece(next)), recent: '' };
      return [state, [{ type: 'text', delta }]];
    },
    end: ({ kept, recent }, process) => endOf(addText(kept, recent), process, jsonPath),
  };
}

function inOnePiece(text: string): string {
  return Buffer.from(text).toString();
}

function endOf(
  said: KeptText,
  process: ProcessEnd,
  jsonPath: string | undefined,
): ReturnType<typeof failedEnd> {
  const whole = (process.answerFile ?? said.text).trim();
  if (process.answerUnread !== undefined)
    return failedEnd(
      { outcome: 'incomplete', reason: `its answer file is not read: ${process.answerUnread}` },
      whole,
    );
  if (process.code !== 0) {
    const message = process.stderrTail.trim() === '' ? said.text : process.stderrTail;
    const reason = exitReason(process.code, process.stderrTail);
    return failedEnd(classifyFailure({ message, reason }), whole);
  }
  const answer = jsonPath === undefined ? whole : valueAt(whole, jsonPath);
  if (answer === undefined)
    return failedEnd({ outcome: 'incomplete', reason: `its output has no JSON text at ${jsonPath}` }, whole);
  const message = messageForAnswer(answer);
  if (message !== undefined) return failedEnd(message, answer);
  if (answer === '') return { type: 'ended', outcome: 'empty', text: '', reason: 'it answered with nothing' };
  return { type: 'ended', outcome: 'ok', text: answer, ...(said.truncated && { truncated: true }) };
}

/** `a.0.b` in the JSON text; undefined where it leads nowhere. */
function valueAt(json: string, path: string): string | undefined {
  try {
    let value: unknown = JSON.parse(json);
    for (const name of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
    if (value === undefined || value === null) return undefined;
    return typeof value === 'string' ? value : JSON.stringify(value);
  } catch {
    return undefined;
  }
}
