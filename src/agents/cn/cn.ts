// Continue's CLI, headless: the prompt on standard input, the answer as plain text, errors as JSON on standard error.
import type { Tier } from '../../domain/contestant.ts';
import { addText, type KeptText, noText } from '../../domain/kept-text.ts';
import type { ProcessEnd } from '../../domain/process-plan.ts';
import type { AgentRequest, LoginState, ProbeFindings } from '../agent.ts';
import { cliAgent, launch, tierOrBare } from '../cli-agent.ts';
import { type Decoder, jsonLine, text } from '../decoder.ts';
import { classifyFailure, exitReason, type Failure, failedEnd } from '../failure.ts';
import { inEither, keyIn } from '../state-files.ts';

const credentialFiles = inEither('CONTINUE_GLOBAL_DIR', '.continue', 'auth.json');
const configFiles = inEither('CONTINUE_GLOBAL_DIR', '.continue', 'config.yaml');

const decoder: Decoder<KeptText> = {
  start: noText,
  line: (state, line) => [addText(state, `${line}\n`), [{ type: 'text', delta: `${line}\n` }]],
  end(state, process) {
    const answer = state.text.trim();
    if (process.code !== 0) return failedEnd(failureOf(process), answer);
    if (answer === '')
      return { type: 'ended', outcome: 'empty', text: '', reason: 'it answered with nothing' };
    return { type: 'ended', outcome: 'ok', text: answer, truncated: state.truncated || undefined };
  },
};

export const cn = cliAgent({
  id: 'cn',
  family: 'continue',
  title: 'Continue CLI',
  kind: 'cli',
  plain: true,
  plan: (request) => ({
    ...launch(request.contestant, 'cn', argsOf(request)),
    stdin: request.prompt,
    env: {},
    files: [],
  }),
  decoder: () => decoder,
  presence: {
    executable: 'cn',
    install: 'npm install -g @continuedev/cli',
    version: { args: ['--version'], read: (output) => /^(\d+\.\d+\.\d+\S*)$/m.exec(output)?.[1] },
    login: {
      files: [...credentialFiles, ...configFiles],
      read: readLogin,
      hint: 'Run `cn login`, or put a key into ~/.continue/config.yaml.',
    },
  },
  tiers: {
    read: { honoured: false, caveat: 'its plan mode offers no editing tools, but still a shell' },
    write: { honoured: false, caveat: 'its shell is not confined to the folder' },
    full: { honoured: true },
  },
  bare: {
    tools: true,
    instructions: false,
    caveat:
      'reads the rules of your own Continue config and starts its MCP servers, whose tools it is not offered',
  },
  environment: {
    passes: ['CONTINUE_GLOBAL_DIR', 'CONTINUE_API_BASE', 'CONTINUE_CLI_*'],
    keys: ['CONTINUE_API_KEY', 'ANTHROPIC_API_KEY'],
    removes: ['CONTINUE_REMOTE', 'CONTINUE_CLI_TEST*'],
  },
  state: ['$CONTINUE_GLOBAL_DIR/', '.continue/'],
  efforts: [],
  staggerMs: 2000,
  // It prints nothing before the answer is whole, and retries in silence.
  idleMs: 600_000,
  verified: { version: '1.5.47' },
});

const modes: Readonly<Record<Tier | 'bare', readonly string[]>> = {
  // In one word each: it would take a separate one for the prompt.
  bare: ['--exclude=*'],
  read: ['--readonly'],
  write: ['--allow=Write', '--allow=Edit'],
  full: ['--auto'],
};

function argsOf(request: AgentRequest): readonly string[] {
  const { model } = request.contestant;
  return ['--print', ...modes[tierOrBare(request)], ...(model === undefined ? [] : ['--model', model])];
}

/** An account beside models with keys of their own cannot be told from one that pays for all. */
function readLogin({ files, env }: ProbeFindings): LoginState {
  const variable = ['CONTINUE_API_KEY', 'ANTHROPIC_API_KEY'].find((name) => env[name] !== undefined);
  const key = variable ?? keyIn(files);
  if (key !== undefined) return { state: 'key', detail: key };
  const account = credentialFiles.some((name) => files[name] !== undefined);
  return { state: account ? 'subscription' : 'unknown' };
}

/** `{"status":"error","message":"401 Incorrect API key ..."}` as the last line of standard error. */
function failureOf({ code, stderrTail }: ProcessEnd): Failure {
  const lines = stderrTail.trim().split('\n').map(jsonLine);
  const message = text(lines.findLast((line) => line?.['status'] === 'error')?.['message']);
  if (message === undefined) return { outcome: 'crashed', reason: exitReason(code, stderrTail) };
  const status = /^([45]\d\d)\b/.exec(message)?.[1];
  return classifyFailure({ message, status: status === undefined ? undefined : Number(status) });
}
