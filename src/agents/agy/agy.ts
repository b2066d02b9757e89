// Antigravity CLI, headless: the prompt on standard input, JSON lines on standard output.
import type { Tier } from '../../domain/contestant.ts';
import type { AgentRequest } from '../agent.ts';
import { cliAgent, launch, tierOrBare } from '../cli-agent.ts';
import { atSign } from '../prompt-syntax.ts';
import { agyDecoder } from './decoder.ts';

export const agy = cliAgent({
  id: 'agy',
  family: 'google',
  title: 'Antigravity CLI',
  kind: 'cli',
  plan: (request) => ({
    ...launch(request.contestant, 'agy', argsOf(request)),
    stdin: request.prompt,
    env: {},
    files: [],
  }),
  decoder: () => agyDecoder,
  presence: {
    executable: 'agy',
    install: 'See antigravity.google for its installer.',
    version: { args: ['--version'], read: (output) => /\b(\d+\.\d+\.\d+)\b/.exec(output)?.[1] },
  },
  tiers: {
    read: {
      honoured: false,
      caveat: 'it has no read-only mode: its sandbox holds commands, yet it can still edit files',
    },
    write: { honoured: true, caveat: 'it edits files but runs no commands' },
    full: { honoured: true },
  },
  bare: {
    tools: false,
    instructions: false,
    caveat:
      'no switch of it is known that takes its tools, instructions or servers away; it runs as where it may only read',
  },
  environment: {
    passes: ['ANTIGRAVITY_*', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION'],
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    removes: [],
  },
  state: ['.gemini/', '.antigravity', '.config/Antigravity'],
  // As with its maker's other CLI, whose signs it shares.
  syntax: { mentions: atSign, commands: true },
  efforts: [],
  staggerMs: 2000,
  idleMs: 600_000,
  verified: {
    because:
      'no package of it could be installed where joust was built; its lines are read as public reports of 1.1 and 1.2 describe them',
  },
});

const modes: Readonly<Record<Tier | 'bare', readonly string[]>> = {
  bare: ['--mode', 'plan', '--sandbox'],
  read: ['--mode', 'plan', '--sandbox'],
  write: ['--mode', 'accept-edits'],
  full: ['--dangerously-skip-permissions'],
};

/** Without a prompt flag it takes the prompt from standard input. Its own limit is set out of joust's way. */
function argsOf(request: AgentRequest): readonly string[] {
  const { model } = request.contestant;
  return [
    '--output-format',
    'stream-json',
    '--print-timeout',
    '24h',
    ...modes[tierOrBare(request)],
    ...(model === undefined ? [] : ['--model', model]),
  ];
}
