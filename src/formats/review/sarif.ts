// A review as SARIF 2.1.0, for code hosts and editors.
import { joustVersion } from '../../domain/version.ts';
import type { ReviewFinding, ReviewResult } from './result.ts';

const levels = { critical: 'error', high: 'error', medium: 'warning', low: 'note' } as const;
const rules = { confirmed: 'confirmed', single: 'seen-by-one', disputed: 'disputed' } as const;

export function reviewSarif({ findings }: ReviewResult): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'joust review',
            version: joustVersion,
            rules: Object.values(rules).map((id) => ({
              id,
              shortDescription: { text: `A finding that is ${id}` },
            })),
          },
        },
        results: findings.map(sarifResult),
      },
    ],
  };
}

function sarifResult({ id, file, line, severity, claim, suggestion, ...finding }: ReviewFinding): object {
  const { standing, agreement, raisedBy, opinions } = finding;
  return {
    ruleId: rules[standing],
    level: levels[severity],
    message: { text: suggestion === undefined ? claim : `${claim}\n\nSuggested: ${suggestion}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(file), uriBaseId: '%SRCROOT%' },
          ...(line !== undefined && { region: { startLine: line } }),
        },
      },
    ],
    properties: { id, severity, agreement, raisedBy, opinions },
  };
}
