// Why an attempt failed, in its own words, and what can be done about it.
import { useState } from 'react';
import { visible, visibleLine } from '../../../views/visible.ts';
import type { AttemptJson } from '../../../views/wire/attempt-json.ts';
import { useDeed } from '../data/answers.ts';
import { useSource } from '../data/source.ts';
import { TroubleCard } from '../design/parts.tsx';

interface Failed {
  readonly contest: string;
  readonly attempt: AttemptJson;
}

export function FailureCard({ contest, attempt }: Failed) {
  const { contestant, failure } = attempt;
  const again = useDeed(`/contests/${encodeURIComponent(contest)}/resume`);
  if (failure === undefined) return null;
  const { outcome, reason, hint } = failure;
  return (
    <div className="trouble stack tight failure">
      <p>
        <span className="strong bad">{outcome}</span>
        {reason === undefined ? '' : `: ${visibleLine(reason)}`}
      </p>
      {hint !== undefined && <p className="muted">{visibleLine(hint)}</p>}
      <div className="row">
        {again.do !== undefined && (
          <button
            type="button"
            className="button small"
            disabled={again.isDoing}
            onClick={() => again.do?.({ retryFailed: true, only: [contestant] })}
          >
            Run again
          </button>
        )}
        <Log contest={contest} attempt={attempt} />
      </div>
      {again.trouble !== undefined && <TroubleCard trouble={again.trouble} />}
    </div>
  );
}

const mostOfALog = 40_000;

/** What its process printed, the end of it; read when asked for. */
function Log({ contest, attempt }: Failed) {
  const source = useSource();
  const [log, setLog] = useState<string>();
  if (log !== undefined)
    return <pre className="sunk log">{visible(log.slice(-mostOfALog)) || '(nothing)'}</pre>;
  if (source.live === undefined) return null;
  const path = `/contests/${encodeURIComponent(contest)}/log?of=${encodeURIComponent(attempt.key)}`;
  const read = async () => {
    const { text } = (await source.get(path).catch((error: unknown) => ({ text: String(error) }))) as {
      text: string;
    };
    setLog(text);
  };
  return (
    <button type="button" className="button small" onClick={read}>
      What it printed
    </button>
  );
}
