// Any program as an agent: a template in the config says how to call it and where its answer is.
import type { Contestant } from '../../domain/contestant.ts';
import type { AgentRequest } from '../agent.ts';
import { cliAgent } from '../cli-agent.ts';
import { textDecoder } from '../text-decoder.ts';

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
      answerFile: contestant.settings?.answer === 'file' ? answerFile : undefined,
      impossible: isTooLong(args, prompt)
        ? 'the prompt is too long for an argument; use {prompt_file} or stdin'
        : undefined,
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
