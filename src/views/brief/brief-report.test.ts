// The report of a brief: nothing that others wrote does anything in it, and nothing is pretended that is not known.
import { describe, expect, it } from 'vitest';
import { documentMarkdown } from '../render/document-markdown.ts';
import { documentPage } from '../render/document-page.ts';
import { documentText } from '../render/document-text.ts';
import type { BriefReport, ReportJudge, ReportJudging, ReportRow } from './brief-report.ts';
import { reviewFile, scoresFile } from './judge-files.ts';
import type { Figures } from './run-figures.ts';
import { briefReportDocument, standingDocument } from './standing-document.ts';
import { briefSummary } from './summary.ts';

const unknown: Figures = { unknownTokens: 1, unknownCost: 1 };
const known: Figures = { durationMs: 61_000, tokens: 1500, unknownTokens: 0, usd: 0.5, unknownCost: 0 };
const hostile = 'x|</td><script>alert(1)</script>\u001b[2J[a](javascript:b)';

const row = (contestant: string, mean: number, more: Partial<ReportRow> = {}): ReportRow => ({
  rank: 1,
  contestant,
  agent: 'claude',
  mean,
  tied: false,
  judges: 2,
  byDimension: { fit: mean / 20 },
  notes: [],
  round: 1,
  runStatus: 'ok',
  figures: known,
  ...more,
});
const judge = (name: string, more: Partial<ReportJudge> = {}): ReportJudge => ({
  judge: name,
  agent: 'codex',
  status: 'ok',
  scores: {},
  percentages: {},
  excluded: [],
  ignored: [],
  reviews: [],
  figures: unknown,
  ...more,
});
const judging: ReportJudging = {
  contest: 'j1',
  measure: 'percent',
  selfJudging: 'exclude',
  strict: true,
  tied: ['ann'],
  winner: 'ann',
  excluded: [],
  dimensions: [{ name: 'fit', max: 5, weight: 100 }],
};

const report = (more: Partial<BriefReport> = {}): BriefReport => ({
  brief: 'plan',
  at: '2026-01-02T03:04:05.678Z',
  round: 1,
  newestRound: 1,
  judging,
  remarks: [],
  rows: [row('ann', 83.333, { interval: { low: 70, high: 95.5 } }), row('bob', 40, { rank: 2 })],
  judges: [judge('judy')],
  totals: { participants: known, judges: unknown },
  absent: [],
  steps: [],
  ...more,
});
const text = (from: BriefReport) => documentText(briefReportDocument(from));

describe('names and reviews of others', () => {
  const from = report({
    rows: [row(hostile, 50), row('bob', 40)],
    judges: [
      judge(hostile, {
        scores: { [hostile]: { fit: 2 }, __proto__x: { fit: 1 } },
        reviews: [
          { labels: { A: hostile }, text: `# plan\n\`\`\`\n<img src=x onerror=y>\u001b[31m| a | b |` },
        ],
        decision: { text: '<b>price</b>', labels: { A: hostile } },
      }),
    ],
    absent: [{ contestant: hostile, why: '<u>' }],
  });

  it('are text on the page, in Markdown, on a terminal and in files', () => {
    const page = documentPage(from.brief, briefReportDocument(from));
    expect(page).not.toMatch(/<script|<img|<b>price|<u>|\u001b/);
    expect(page).toContain("default-src 'none'");
    expect(page).toContain('<details>');
    const markdown = documentMarkdown(briefReportDocument(from));
    expect(markdown).not.toContain('\u001b');
    const rows = markdown.split('\n').filter((line) => line.startsWith('| 1 '));
    const cells = rows.map((line) => line.replaceAll('\\|', '').split('|').length);
    expect(rows).toHaveLength(2);
    expect(new Set(cells).size).toBe(1);
    expect(markdown).toContain('\\<script\\>');
    expect(text(from)).not.toContain('\u001b');
    const [one] = from.judges;
    if (one === undefined) throw new Error('there is one');
    expect(reviewFile(one)).toContain('````text\n# plan\n```\n<img');
    expect(JSON.parse(scoresFile(one, judging))).toMatchObject({ madeBy: 'joust', judge: hostile });
    expect(scoresFile(one, judging)).not.toContain('\u001b');
  });
});

describe('what is not known', () => {
  it('one judge: no interval is pretended', () => {
    const single = report({ rows: [row('ann', 80, { judges: 1 }), row('bob', 40, { rank: 2, judges: 1 })] });
    expect(text(single)).toContain('There is no interval: it takes more than one judge');
    expect(text(single)).not.toMatch(/95 %|├/);
    expect(briefSummary(single)).toMatchObject({ ranking: [{ interval: null }, { interval: null }] });
  });

  it('tokens and cost that nobody told are unknown, and sums say that they are not all', () => {
    expect(text(report())).toMatch(/total .*1m01s +1\.5k tok\+ +\$0\.5000\+/);
    expect(briefSummary(report())).toMatchObject({
      usage_totals: {
        all: { duration_s: 61, tokens: 1500, cost_usd: 0.5, unknown_tokens: 1, unknown_cost: 1 },
        judges: { duration_s: null, tokens: null, cost_usd: null },
      },
    });
  });

  it('no scores: a status and an empty ranking', () => {
    const { judging: _, ...none } = report();
    const summary = briefSummary({ ...none, noScores: { why: 'it was not judged yet', hint: 'Do.' } });
    expect(summary).toMatchObject({ status: 'no_scores', reason: 'it was not judged yet', ranking: [] });
  });
});

describe('a standing', () => {
  it('tells a tie, a lead that may be chance, and older work', () => {
    const said = (tied: readonly string[], winner?: string) => {
      const { winner: _, ...rest } = judging;
      return documentText(standingDocument(report({ newestRound: 2, judging: { ...rest, tied, winner } })));
    };
    expect(said(['ann', 'bob'])).toContain('No clear winner: ann, bob cannot be told apart.');
    expect(said(['ann', 'bob'], 'ann')).toContain('ann leads, but not clearly: it cannot be told from bob.');
    expect(said(['ann'], 'ann')).toContain('ann is ahead.');
    expect(said(['ann'], 'ann')).toContain('judged: round 1, by 1 judge; work is at round 2');
  });

  it('names judges that do not count, excluded pairs, flips, and where the entries diverge', () => {
    const told = text(
      report({
        judging: {
          ...judging,
          agreement: 0.5,
          excluded: [{ judge: 'judy', contestant: 'ann' }],
          divergence: { dimension: 'fit', spread: 0.4, best: 'ann', worst: 'bob' },
        },
        judges: [
          judge('judy', {
            flips: { pairs: 3, flipped: 1 },
            decision: { text: 'price', labels: { Q: 'ann' } },
          }),
          judge('strict', { status: 'quarantined', why: 'fit is no whole number' }),
          judge('mute', { status: 'unread', why: 'it did not reply' }),
        ],
      }),
    );
    expect(told).toContain('judy on ann');
    expect(told).toContain('1 of 3');
    expect(told).toContain('How far the judges agree: 0.50');
    expect(told).toContain(
      'strict is quarantined, for its sheet is not as it was asked for: fit is no whole',
    );
    expect(told).toContain('mute could not be read: it did not reply');
    expect(told).toContain('On fit: ann is ahead of bob by 40 % of its scale.');
    expect(told).toContain('judy: price (Q is ann)');
    expect(told).toContain('underspecified');
  });

  it('draws intervals on one scale', () => {
    const drawn = documentText(standingDocument(report())).split('\n');
    expect(drawn).toContainEqual(expect.stringMatching(/^ann {2}·+├─+●─+┤·+ {2}83\.3 %$/));
    const page = documentPage('plan', standingDocument(report()));
    expect(page).toContain('aria-label="83.3 %, from 70 to 95.5"');
  });
});
