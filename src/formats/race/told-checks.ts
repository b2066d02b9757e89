// What an entry's checks came to, as it is told.

import type { Measured } from './measure.ts';
import type { RaceRow } from './result.ts';

/** The results that count; beside them those as handed in, where these differ. */
export function checkRows({ checks, submitted }: Pick<Measured, 'checks' | 'submitted'>): RaceRow['checks'] {
  return checks.map(({ spec, outcome, detail }) => {
    const handed = submitted?.find((one) => one.spec.name === spec.name);
    const differs = handed !== undefined && (handed.outcome !== outcome || handed.detail !== detail);
    return {
      name: spec.name,
      outcome,
      ...(detail !== undefined && { detail }),
      ...(differs && { submitted: handed.outcome }),
      ...(differs && handed.detail !== undefined && { submittedDetail: handed.detail }),
    };
  });
}
