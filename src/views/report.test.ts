// The report: the same content as Markdown and as a page, in which nothing that others wrote does anything.
import { describe, expect, it } from 'vitest';
import type { AttemptEnded } from '../domain/event.ts';
import { documentMarkdown } from './render/document-markdown.ts';
import { documentPage } from './render/document-page.ts';
import { type ReportSource, reportDocument, reportTitle } from './report.ts';

const ref = { sha256: 'a'.repeat(64), bytes: 1 };
const name = 'x</td><script>|*[a](javascript:b)\u202e';
const end: AttemptEnded = {
  type: 'attempt.ended',
  v: 1,
  key: 'k',
  run: 1,
  contestant: name,
  inputs: 'i',
  outcome: 'ok',
  model: '<b>m</b>',
  timing: { queuedMs: 0, ranMs: 1500 },
};

function source(text: string): ReportSource {
  const attempt = {
    key: 'k',
    contestant: name,
    run: 1,
    state: 'ended',
    end,
    simulated: false,
    text,
  } as const;
  const open = { key: 'o', contestant: 'late', run: 1, state: 'open', simulated: false, text: '' } as const;
  return {
    prompt: '</pre><iframe src="x">&amp;\u0007',
    attempts: [attempt, open],
    about: [],
    withheld: [],
    patches: [{ contestant: name, patch: '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-<b>\n+<i>\n' }],
    summary: {
      id: 'abc',
      openedAt: '2026-01-02T00:00:00.000Z',
      state: 'open',
      decisions: [],
      crossed: [],
      attempts: [],
      cost: { usd: 0, unknown: 1 },
      opened: {
        type: 'contest.opened',
        v: 1,
        format: 'ask',
        formatVersion: 1,
        joustVersion: '0',
        task: { prompt: ref, cwd: '/secret/place', tier: 'read', files: [] },
        roster: [],
        options: {},
        seed: 's',
        simulated: false,
      },
    },
  };
}

const pageOf = (from: ReportSource) => documentPage(reportTitle(from), reportDocument(from));

describe('the page', () => {
  const page = pageOf(source('a < b && "c"\n\n<script>1</script>\u001b[31m'));

  it('holds only its own tags, and loads and runs nothing', () => {
    const tags = [...page.matchAll(/<\/?([a-z!][a-z0-9]*)/gi)].map(([, tag]) => tag?.toLowerCase());
    expect([...new Set(tags)].toSorted()).toEqual([
      '!doctype',
      'b',
      'body',
      'dd',
      'del',
      'details',
      'div',
      'dl',
      'dt',
      'h1',
      'h2',
      'h3',
      'head',
      'html',
      'ins',
      'main',
      'meta',
      'pre',
      'style',
      'summary',
      'table',
      'tbody',
      'td',
      'th',
      'thead',
      'title',
      'tr',
    ]);
    expect(page).not.toMatch(/<[^>]*\s(?:src|href|on\w+)=/i);
    expect(page).toContain("default-src 'none'");
  });

  it('shows text as it is and controls as pictures', () => {
    expect(page).toContain('a &lt; b &amp;&amp; &quot;c&quot;\n\n&lt;script&gt;1&lt;/script&gt;␛[31m');
    expect(page).toContain('&lt;iframe src=&quot;x&quot;&gt;&amp;amp;␇');
    expect(page).toContain('javascript:b)&lt;U+202E&gt;');
    expect(page).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  it('says unknown where a figure is, and open where there is no end', () => {
    expect(page).toContain(
      '<td>ok</td><td class="figure">1.5s</td><td class="figure">unknown</td><td class="figure">cost unknown</td>',
    );
    expect(page).toContain('<td>late</td><td>unknown</td><td>open</td>');
    expect(page).toContain('<dt>cost</dt><dd>unknown</dd>');
  });
});

describe('the Markdown', () => {
  it.each(['```\n# not a heading', '`````` six', '~~~\n</details>'])(
    'fences %j so that it cannot end it',
    (text) => {
      const markdown = documentMarkdown(reportDocument(source(text)));
      const fence = /\n(`{3,})text\n(?:(?!\n\1\n)[\s\S])*\n\1\n\n### late/.exec(
        markdown.slice(markdown.indexOf('### x')),
      )?.[1];
      expect(fence).toBeDefined();
      expect(text).not.toContain(fence);
    },
  );

  it('escapes names and cells', () => {
    const markdown = documentMarkdown(reportDocument(source('fine')));
    expect(markdown).toContain('### x\\</td\\>\\<script\\>\\|\\*\\[a\\](javascript:b)\\<U+202E\\>');
    expect(markdown).toContain('\\<b\\>m\\</b\\>');
    expect(markdown).not.toContain('/secret/place');
  });
});
