// How a review is told: what is confirmed, what only one saw, what others deny, and how the requirements stand; and as SARIF.
import { plural } from '../../domain/figures.ts';
import { joustVersion } from '../../domain/version.ts';
import { type Block, type Document, gist, heading, list, note, text } from '../../views/document.ts';
import type { TestCase } from '../../views/render/test-cases.ts';
import { failing, type ReviewFinding, type ReviewResult } from './result.ts';

export function document(result: ReviewResult): Document {
  const { findings, reviewers, simulated, unmatched } = result;
  const of = (standing: ReviewFinding['standing']) => findings.filter((one) => one.standing === standing);
  return [
    gist(summary(result)),
    text(`${result.title}: ${plural(result.files, 'file')}, +${result.added} -${result.removed}.`),
    text(
      unmatched &&
        `Matching by ${oneLine(unmatched.judge)} failed (${unmatched.problem}): the same finding may be listed twice.`,
    ),
    note(simulated ? 'Simulated: no model was asked.' : undefined),
    ...section('Confirmed', of('confirmed')),
    ...section('Not confirmed: no other reviewer looked', of('unconfirmed')),
    ...section('Seen by one reviewer only', of('single')),
    ...section('Disputed', of('disputed')),
    ...requirementBlocks(result),
    list(
      'Reviewers',
      reviewers.map(({ contestant, findings: count, problem }) =>
        count === undefined
          ? `${contestant}: ${problem ?? 'nothing'}`
          : `${contestant}: ${plural(count, 'finding')}`,
      ),
    ),
  ];
}

function summary({ findings, reviewers, failed, failOn }: ReviewResult): string {
  const count = (standing: ReviewFinding['standing']) =>
    findings.filter((one) => one.standing === standing).length;
  const [confirmed, unconfirmed] = [count('confirmed'), count('unconfirmed')];
  const others = findings.length - confirmed - unconfirmed;
  const heard = reviewers.filter((one) => one.findings !== undefined).length;
  if (heard === 0) return 'There is no review: nothing that the reviewers replied could be used.';
  if (findings.length === 0) return `No findings, by ${heard} of ${reviewers.length} reviewers.`;
  const parts = [
    ...(confirmed > 0 || unconfirmed === 0 ? [plural(confirmed, 'confirmed finding')] : []),
    ...(unconfirmed > 0 ? [`${plural(unconfirmed, 'finding')} that no other reviewer looked at`] : []),
    ...(others > 0 ? [`${others} more that only one saw or others deny`] : []),
  ];
  return `${parts.join('; ')}.${failed ? ` At least one that counts is ${failOn} or worse.` : ''}`;
}

function section(title: string, findings: readonly ReviewFinding[]): readonly Block[] {
  if (findings.length === 0) return [];
  return [heading(title), ...findings.map(findingBlock)];
}

function findingBlock(finding: ReviewFinding): Block {
  const { id, file, line, severity, claim, suggestion, raisedBy, opinions } = finding;
  const place = line === undefined ? file : `${file}:${line}`;
  const said = (verdict: string) => opinions.filter((one) => one.verdict === verdict).map(({ by }) => by);
  const others = [
    ['confirmed by', said('real')],
    ['denied by', said('not real')],
    ['not sure', said('cannot tell')],
  ] as const;
  const who = [
    `raised by ${raisedBy.join(', ')}`,
    ...others.flatMap(([word, names]) => (names.length === 0 ? [] : [`${word} ${names.join(', ')}`])),
  ].join('; ');
  return text(
    `${id} ${severity} ${place}`,
    `  ${oneLine(claim)}`,
    suggestion === undefined ? undefined : `  Suggested: ${oneLine(suggestion)}`,
    `  ${who}`,
    ...opinions
      .filter(({ verdict, reason }) => verdict === 'not real' && reason !== '')
      .map(({ by, reason }) => `  ${by}: ${oneLine(reason)}`),
  );
}

function requirementBlocks({ requirements = [] }: ReviewResult): readonly Block[] {
  if (requirements.length === 0) return [];
  const voices = [...new Set(requirements.flatMap(({ answers }) => answers.map(({ by }) => by)))];
  return [
    {
      type: 'table',
      title: 'Requirements',
      columns: [
        { title: '', align: 'left' },
        { title: 'requirement', align: 'left' },
        { title: 'met', align: 'left' },
        ...voices.map((title) => ({ title, align: 'left' as const })),
      ],
      rows: requirements.map(({ id, text: words, met, answers }) => [
        id,
        oneLine(words).slice(0, 80),
        met,
        ...voices.map((name) => answers.find(({ by }) => by === name)?.met ?? ''),
      ]),
    },
  ];
}

function oneLine(words: string): string {
  return words.replaceAll(/\s+/g, ' ').trim();
}

const levels = { critical: 'error', high: 'error', medium: 'warning', low: 'note' } as const;
const rules = {
  confirmed: 'confirmed',
  unconfirmed: 'unconfirmed',
  single: 'seen-by-one',
  disputed: 'disputed',
} as const;

/** Every finding, reviewer and requirement. Findings below the limit, or that others don't confirm, are skipped. */
export function cases({ findings, reviewers, requirements = [], failOn }: ReviewResult): readonly TestCase[] {
  const order = Object.keys(levels);
  const worst = failOn === undefined ? order.length : order.indexOf(failOn);
  return [
    ...findings.map(({ id, file, line, severity, claim, standing }): TestCase => {
      const isFailure = failing.includes(standing) && order.indexOf(severity) <= worst;
      const told = `${standing}, ${severity}: ${oneLine(claim)}`;
      return {
        group: file,
        name: `${id} ${line === undefined ? file : `${file}:${line}`}`,
        ...(isFailure ? { failure: told } : { skipped: told }),
      };
    }),
    ...reviewers.map(({ contestant, findings: count, problem }) => ({
      group: 'reviewers',
      name: contestant,
      failure: count === undefined ? (problem ?? 'nothing could be read') : undefined,
    })),
    ...requirements.map(({ id, text: words, met }) => ({
      group: 'requirements',
      name: `${id} ${oneLine(words)}`,
      ...(met !== 'met' && (met === 'not met' ? { failure: met } : { skipped: met })),
    })),
  ];
}

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
          region: line === undefined ? undefined : { startLine: line },
        },
      },
    ],
    properties: { id, severity, agreement, raisedBy, opinions },
  };
}
