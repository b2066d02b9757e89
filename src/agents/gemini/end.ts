// What a run of Gemini CLI came to. Told to end, it exits with 0 and without a result; failing, with the HTTP status mod 256.
import type { AgentEnd } from '../../domain/agent-event.ts';
import type { KeptText } from '../../domain/kept-text.ts';
import type { ProcessEnd } from '../../domain/process-plan.ts';
import type { Usage } from '../../domain/usage.ts';
import { type JsonObject, object, present, text } from '../decoder.ts';
import {
  classifyFailure,
  exitReason,
  type Failure,
  type FailureEvidence,
  type FailurePattern,
  failedEnd,
  firstLine,
  statusIn,
} from '../failure.ts';

const patterns: readonly FailurePattern[] = [
  [
    /^You (?:exceeded your current quota|have exhausted your (?:daily |hourly )?(?:quota|capacity))/,
    'rate-limited',
  ],
  [/^(?:Terminal|Retryable)?QuotaError: /m, 'rate-limited'],
  [/^Please set an Auth method in your |^Invalid auth method selected/m, 'unauthenticated'],
  [/^(?:terminated|fetch failed|premature close)/i, 'crashed', { transient: true }],
  [/^The model returned an empty response/, 'empty'],
  [/\b(?:blocked|stopped) (?:by|due to) (?:safety|prohibited content)|^Request was blocked/i, 'refused'],
];

const exits: Readonly<Record<number, Pick<Failure, 'outcome' | 'transient'>>> = {
  41: { outcome: 'unauthenticated' },
  145: { outcome: 'unauthenticated' },
  147: { outcome: 'unauthenticated' },
  173: { outcome: 'rate-limited' },
  244: { outcome: 'crashed', transient: true },
  247: { outcome: 'crashed', transient: true },
};

export function endOf(state: GeminiState, process: ProcessEnd): AgentEnd {
  const said = state.current.text.trim() === '' ? state.earlier : state.current;
  const known = {
    ...state.about,
    ...present<Pick<AgentEnd, 'usage' | 'truncated'>>({
      usage: state.usage,
      truncated: said.truncated ? true : undefined,
    }),
  };
  const { result } = state;
  if (result?.['status'] !== 'success')
    return { ...failedEnd(failureOf(state, process), said.text), ...known };
  if (said.text.trim() === '')
    return { type: 'ended', outcome: 'empty', text: '', reason: 'it answered with nothing', ...known };
  return { type: 'ended', outcome: 'ok', text: said.text, ...known };
}

function failureOf(state: GeminiState, process: ProcessEnd): Failure {
  const { result } = state;
  const told =
    result === undefined ? undefined : (text(object(result['error'])?.['message']) ?? state.trouble);
  if (told !== undefined) {
    const message = told.replace(/^\[API Error: /, '');
    const reason = firstLine(message).replace(/\]$/, '');
    return classify({ message, status: statusIn(message), retryAfterMs: resetIn(message), reason }, process);
  }
  return unfinished(process);
}

/** The exit code speaks where the text said nothing. */
function classify(evidence: FailureEvidence, { cause, code }: ProcessEnd): Failure {
  const found = classifyFailure(evidence, patterns);
  const vague = found.outcome === 'crashed' && found.transient !== true;
  const known = vague && cause === 'exited' ? exits[code ?? -1] : undefined;
  if (known === undefined) return found;
  return { ...classifyFailure({ ...evidence, status: undefined }, [[/^/, known.outcome]]), ...known };
}

/** No result: ended from outside, or refused before it began. A retry it was busy with tells why it took so long. */
function unfinished(process: ProcessEnd): Failure {
  const { code, stderrTail } = process;
  const retries = [...stderrTail.matchAll(/^Attempt \d+ failed with status (\d+)\..*$/gm)].at(-1);
  if (retries !== undefined) {
    const reason = `ended while it was still retrying: ${firstLine(retries[0])}`;
    return classify({ message: retries[0], status: Number(retries[1]), reason }, process);
  }
  const reason = exitReason(code, stderrTail);
  return classify({ message: stderrTail, retryAfterMs: resetIn(stderrTail), reason }, process);
}

/** "Your quota will reset after 3h12m5s." */
function resetIn(message: string): number | undefined {
  const match = /\breset after (?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?/.exec(message);
  const [hours, minutes, seconds] = (match ?? []).slice(1).map((part) => Number(part ?? 0));
  const total = ((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1000;
  return total > 0 ? total : undefined;
}

export interface GeminiState {
  /** What was said since the last tool. */
  readonly current: KeptText;
  /** The last thing said before a tool; the answer where nothing follows it. */
  readonly earlier: KeptText;
  /** Writing tools whose result is not known yet, by their id. */
  readonly pending: Readonly<Record<string, { readonly name: string; readonly path: string }>>;
  readonly about: Pick<AgentEnd, 'sessionId' | 'model'>;
  readonly usage?: Usage;
  /** The last error line. */
  readonly trouble?: string;
  readonly result?: JsonObject;
}
