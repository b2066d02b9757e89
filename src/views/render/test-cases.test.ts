// Test cases as JUnit's XML: counted, escaped, and without a character XML has no place for.
import { expect, it } from 'vitest';
import { junitXml } from './test-cases.ts';

it('counts what failed and what says neither', () => {
  const xml = junitXml('race 4k2', [
    { group: 'ann', name: 'entry', ms: 1500 },
    { group: 'ann', name: 'check test', failure: 'failed (1 of 2)' },
    { group: 'bob', name: 'check lint', skipped: 'unavailable' },
    { group: 'bob', name: 'check types', error: 'rate-limited' },
  ]);
  expect(xml).toContain('<testsuite name="race 4k2" tests="4" failures="1" errors="1" skipped="1">');
  expect(xml).toContain('<error message="rate-limited">rate-limited</error>');
  expect(xml).toContain('<testcase classname="ann" name="entry" time="1.500"/>');
  expect(xml).toContain('<failure message="failed (1 of 2)">failed (1 of 2)</failure>');
  expect(xml).toContain('<skipped message="unavailable"/>');
});

it('cuts what is very long, and no character in two', () => {
  const xml = junitXml('review', [
    { group: 'x', name: `${'n'.repeat(499)}\u{1f600}`, failure: '<'.repeat(50_000) },
  ]);
  expect(xml).toMatch(/ name="n{499}(?:\ufffd)?…"/);
  expect(xml.length).toBeLessThan(20_000 * 4 + 500 * 4 + 1000);
  expect(xml).toMatch(/;…<\/failure>/);
});

it('lets nothing that a model wrote end an attribute or an element', () => {
  const xml = junitXml('review', [
    { group: 'a&b', name: '"/><x>', failure: ']]></failure>\n\u001b[31m\ud800\uffff' },
  ]);
  expect(xml).toContain('classname="a&amp;b" name="&quot;/&gt;&lt;x&gt;"');
  expect(xml.match(/<[/]?failure/g)).toHaveLength(2);
  expect(xml).not.toMatch(/[\u0000-\u0008\u001b\uffff]|[\ud800-\udfff]/);
});
