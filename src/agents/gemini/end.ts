// What a run of Gemini CLI came to. Told to end, it exits with 0 and without a result; failing, with the HTTP status mod 256.
import type { AgentEnd } from '../../domain/agent-event.ts';
import type { ProcessEnd } from '../../domain/process-plan.ts';
import { object, present, text } from '../decoder.ts';
import {
  classifyFailure,
  exitReason,
  type Failure,
  type FailurePattern,
  failedEnd,
  statusIn,
} from '../failure.ts';
import type { GeminiState } from './state.ts';

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
    const found = classifyFailure(
      { message, status: statusIn(message), retryAfterMs: resetIn(message) },
      patterns,
    );
    return withExit({ ...found, reason: found.reason.replace(/\]$/, '') }, process);
  }
  return withExit(unfinished(process), process);
}

/** The exit code speaks where the text said nothing. */
function withExit(failure: Failure, { cause, code }: ProcessEnd): Failure {
  const vague = failure.outcome === 'crashed' && failure.transient !== true;
  return vague && cause === 'exited' && code !== null ? { ...failure, ...exits[code] } : failure;
}

/** No result: ended from outside, or refused before it began. A retry it was busy with tells why it took so long. */
function unfinished({ code, stderrTail }: ProcessEnd): Failure {
  const retries = [...stderrTail.matchAll(/^Attempt \d+ failed with status (\d+)\..*$/gm)].at(-1);
  if (retries !== undefined) {
    const found = classifyFailure({ message: retries[0], status: Number(retries[1]) });
    return { ...found, reason: `ended while it was still retrying: ${found.reason}` };
  }
  const found = classifyFailure({ message: stderrTail }, patterns);
  const known = found.outcome !== 'crashed' || found.transient === true;
  return { ...(known ? found : { outcome: 'crashed' as const }), reason: exitReason(code, stderrTail) };
}

/** "Your quota will reset after 3h12m5s." */
function resetIn(message: string): number | undefined {
  const match = /\breset after (?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?/.exec(message);
  const [hours, minutes, seconds] = (match ?? []).slice(1).map((part) => Number(part ?? 0));
  const total = ((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1000;
  return total > 0 ? total : undefined;
}
