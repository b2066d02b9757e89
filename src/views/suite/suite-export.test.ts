// A suite for other programs: nothing in it runs in a spreadsheet, and what was written can be read again.
import { expect, test } from 'vitest';
import { toldSuite } from '../../../tests/fixtures/told-suite.ts';
import { suiteCsv, suiteJson, suiteJsonLines } from './suite-export.ts';

test('a row for each cell; what is unknown is empty', () => {
  const [head, first, second] = suiteCsv(toldSuite({ capital: { ann: 'fo' } })).split('\r\n');
  expect(head).toBe(
    'task,contestant,trial,state,outcome,score,usd,tokens,ms,passed asserts,failed asserts,errors,contest',
  );
  expect(first).toBe('capital,ann,1,failed,ok,0,0.01,100,1000,,contains Paris: it says Lyon,,capital-ann-1');
  expect(second).toBe('capital,ann,2,open,,,,,,,,,');
});

test.each(['=1+1', '+1', '-2', '@SUM(A1)', ' =cmd|x', '\t=1', '＝1', '|x'])('%j is no formula', (text) => {
  const [, row = ''] = suiteCsv(toldSuite({ [text]: { ann: 'p' } })).split('\r\n');
  expect(row).toMatch(/^"?'/);
});

test('quotes, commas and lines stay in their field; control characters are made visible', () => {
  const csv = suiteCsv(toldSuite({ 'a "b",\nc\u001b[31m': { ann: 'p' } }));
  expect(csv).toContain('"a ""b"",\nc␛[31m",ann,1');
});

test('a line of JSON for each cell', () => {
  const lines = suiteJsonLines('4k2', toldSuite({ capital: { ann: 'pf' } }))
    .trim()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { suite: 'our-work', in: '4k2', task: 'capital', trial: 1, state: 'passed', contest: 'capital-ann-1' },
    { trial: 2, state: 'failed' },
  ]);
});

test('the whole as JSON holds the result and its figures, errors left out of the shares', () => {
  const result = toldSuite({ capital: { ann: 'ppe' }, river: { ann: 'fpp' } });
  const read = JSON.parse(suiteJson('4k2', result));
  expect(read).toMatchObject({ type: 'suite-report', v: 1, contest: '4k2', result });
  const [ann] = read.figures.contestants;
  expect(ann).toMatchObject({ name: 'ann', passed: 4, failed: 1, errors: 1, pass: { tasks: 2, trials: 5 } });
  expect(ann.pass.value).toBeCloseTo((1 + 2 / 3) / 2, 12);
  expect(ann.passAtK).toMatchObject({ value: 1, tasks: 1 });
});
