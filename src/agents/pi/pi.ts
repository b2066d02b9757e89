// pi, headless: the prompt on standard input, its session as JSON lines on standard output.
import type { Tier } from '../../domain/contestant.ts';
import type { AgentRequest, LoginState, ProbeFindings } from '../agent.ts';
import { cliAgent, launch, tierOrBare } from '../cli-agent.ts';
import { object } from '../decoder.ts';
import { inEither, jsonFile, keyIn } from '../state-files.ts';
import { piDecoder } from './decoder.ts';

const credentialFiles = inEither('PI_CODING_AGENT_DIR', '.pi/agent', 'auth.json');
const modelFiles = inEither('PI_CODING_AGENT_DIR', '.pi/agent', 'models.json');
const keys = [
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GEMINI_API_KEY',
  'OPENROUTER_API_KEY',
  'XAI_API_KEY',
  'GROQ_API_KEY',
  'CEREBRAS_API_KEY',
  'ZAI_API_KEY',
  'MISTRAL_API_KEY',
  'DEEPSEEK_API_KEY',
  'AZURE_OPENAI_API_KEY',
];

export const pi = cliAgent({
  id: 'pi',
  family: 'pi',
  title: 'pi',
  kind: 'cli',
  plan: (request) => ({
    ...launch(request.contestant, 'pi', argsOf(request)),
    stdin: request.prompt,
    env: {},
    files: [],
  }),
  decoder: () => piDecoder,
  presence: {
    executable: 'pi',
    install: 'npm install -g @earendil-works/pi-coding-agent',
    version: { args: ['--version'], read: (output) => /^(\d+\.\d+\.\d+\S*)$/m.exec(output)?.[1] },
    login: {
      files: [...credentialFiles, ...modelFiles],
      read: readLogin,
      hint: 'Run `pi` and type /login, or set a key.',
    },
  },
  tiers: {
    read: { honoured: true },
    write: { honoured: true, caveat: 'nothing keeps its edits inside its folder; it runs no commands' },
    full: { honoured: true },
  },
  bare: {
    tools: true,
    instructions: true,
    caveat: 'extensions are off, also those that bring a provider',
  },
  environment: {
    passes: ['PI_CODING_AGENT_DIR', 'ANTHROPIC_OAUTH_TOKEN', 'AZURE_OPENAI_*'],
    keys,
    removes: [],
  },
  state: ['$PI_CODING_AGENT_DIR/', '.pi/'],
  syntax: { commands: true },
  efforts: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh'],
  staggerMs: 2000,
  idleMs: 300_000,
  verified: { version: '0.73.1' },
});

/** It asks nobody: what it may do is which tools it has. */
const tools: Readonly<Record<Tier | 'bare', readonly string[]>> = {
  bare: [
    '--no-tools',
    '--no-extensions',
    '--no-skills',
    '--no-prompt-templates',
    '--no-context-files',
    // Empty ones stand in for the files of the user's and the project's own.
    '--system-prompt',
    '',
    '--append-system-prompt',
    '',
  ],
  read: ['--tools', 'read,grep,find,ls'],
  write: ['--tools', 'read,grep,find,ls,edit,write'],
  full: [],
};

function argsOf(request: AgentRequest): readonly string[] {
  const { model, effort } = request.contestant;
  return [
    '--mode',
    'json',
    '--print',
    '--no-session',
    '--offline',
    ...tools[tierOrBare(request)],
    ...(model === undefined ? [] : ['--model', model]),
    ...(effort === undefined ? [] : ['--thinking', effort]),
  ];
}

/** Only when all are accounts is it surely no key that pays; models of one's own servers are named with theirs. */
function readLogin({ files, env }: ProbeFindings): LoginState {
  const stored = credentialFiles.map((name) => files[name]).find((content) => content !== undefined);
  const logins = Object.entries(jsonFile(stored) ?? {});
  if (logins.length > 0) {
    const isKey = logins.some(([, login]) => object(login)?.['type'] === 'api_key');
    return { state: isKey ? 'key' : 'subscription', detail: logins.map(([name]) => name).join(', ') };
  }
  const key = keys.find((name) => env[name] !== undefined) ?? keyIn(files);
  return key === undefined ? { state: 'unknown' } : { state: 'key', detail: key };
}
