// What a check printed, read when it is opened.
import { useEffect, useState } from 'react';
import { visibleLine } from '../../../../views/visible.ts';
import type { ContestJson } from '../../../../views/wire/contest-json.ts';
import type { CheckJson } from '../../../../views/wire/decision-json.ts';
import { useSource } from '../../data/source.ts';
import { PlainText } from '../../design/markdown.tsx';
import { TroubleCard, Waiting } from '../../design/parts.tsx';
import { contestPath } from '../result-parts.tsx';

export function CheckLog({ contest, check }: { readonly contest: ContestJson; readonly check: CheckJson }) {
  const source = useSource();
  const path = contestPath(contest, `/log?of=${encodeURIComponent(check.key)}`);
  const [log, setLog] = useState<{ readonly text?: string; readonly why?: string }>({});
  useEffect(() => {
    let isHere = true;
    setLog({});
    source.get(path).then(
      (answer) => isHere && setLog({ text: (answer as { text: string }).text }),
      (error: unknown) => isHere && setLog({ why: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isHere = false;
    };
  }, [source, path]);
  return (
    <section
      className="sunk stack tight"
      aria-label={`Log of ${visibleLine(check.name)} on ${visibleLine(check.of)}`}
    >
      <p className="muted small">
        {visibleLine(check.name)} on {visibleLine(check.of)}
        {typeof check.code === 'number' && `, exit ${check.code}`}
      </p>
      {log.text !== undefined && <PlainText text={log.text === '' ? '(nothing was printed)' : log.text} />}
      {log.why !== undefined &&
        (source.post === undefined ? (
          <p className="muted">Logs are not part of a report.</p>
        ) : (
          <TroubleCard trouble={{ message: log.why, hint: undefined }} />
        ))}
      {log.text === undefined && log.why === undefined && <Waiting />}
    </section>
  );
}
