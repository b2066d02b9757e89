// A document as HTML: one file that opens from disk, without scripts, loading nothing, everything escaped.
import {
  type Block,
  type BracketBlock,
  type Document,
  type IntervalsBlock,
  isEmpty,
  shortened,
  type TableBlock,
  type Tone,
  titlesOf,
} from '../document.ts';
import { visible, visibleLine, visibleQuote } from '../visible.ts';
import { bracketLayout } from './bracket.ts';
import { patchLines } from './diff-text.ts';
import { rangeOf, scaleOf, valueText } from './intervals.ts';

/** Type, measures and colours: light, or dark where the reader's system is. */
const style = `
:root{color-scheme:light dark;--page:#fafaf8;--card:#fff;--sunk:#f1f1ee;--line:#8a8d93;--text:#1a1c1f;--muted:#5a5e66;--accent:#3451c7;--ok:#187a47;--bad:#b8233a}
@media (prefers-color-scheme:dark){:root{--page:#0f1113;--card:#16191d;--sunk:#0b0d0f;--line:#6b737e;--text:#e6e8eb;--muted:#9ba3ae;--accent:#94abff;--ok:#4fc58c;--bad:#ff8791}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
main{max-width:52rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}
h2{font-size:1.15rem;margin:2.5rem 0 .75rem;padding-top:1.25rem;border-top:1px solid color-mix(in srgb,var(--line) 40%,transparent)}
h3{font-size:1rem;margin:1.5rem 0 .5rem}
p{margin:.75rem 0}
.gist{font-size:1.25rem;line-height:1.4;font-weight:600;margin:0 0 .5rem}
.note{color:var(--muted);font-size:.875rem}
.title{font-weight:600;margin:1.25rem 0 .25rem}
ul{margin:.25rem 0 1rem;padding-left:1.25rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.125rem 1rem;margin:0;font-size:.875rem}
dt{color:var(--muted)}
dd{margin:0}
.scroll{overflow-x:auto;margin:1rem 0 .5rem}
table{border-collapse:collapse;font-size:.875rem;min-width:100%}
th,td{text-align:left;padding:.375rem 1rem .375rem 0;border-bottom:1px solid color-mix(in srgb,var(--line) 40%,transparent);vertical-align:top;min-width:3.5rem;overflow-wrap:normal}
th{color:var(--muted);font-weight:500;border-color:var(--line)}
td:first-child{font-weight:500}
.figure{text-align:right;white-space:nowrap}
tr>:last-child{padding-right:0}
.quote,pre{background:var(--card);border:1px solid color-mix(in srgb,var(--line) 40%,transparent);border-radius:6px;padding:.875rem 1rem;margin:.5rem 0;white-space:pre-wrap}
pre{font:.8125rem/1.5 ui-monospace,monospace}
details{margin:.5rem 0}
summary{cursor:pointer;padding:.25rem 0;font-weight:500}
summary:hover{color:var(--accent)}
.diff>*{display:block;font-weight:400;text-decoration:none;white-space:pre-wrap}
.diff>ins{color:var(--ok)}
.diff>del{color:var(--bad)}
.diff>b{color:var(--accent)}
svg{display:block;font-size:14px;fill:var(--text)}
svg path{fill:none;stroke:var(--line);stroke-width:1.25}
svg path.won{stroke:var(--accent);stroke-width:2}
tr.strong>td{font-weight:600;border-bottom:0}
tr.good>td:first-child{color:var(--ok)}
tr.bad>td:first-child{color:var(--bad)}
.intervals{grid-template-columns:minmax(4rem,max-content) 1fr;gap:.375rem 1rem;align-items:center;margin:1.25rem 0;padding:1rem;background:var(--card);border:1px solid color-mix(in srgb,var(--line) 40%,transparent);border-radius:6px}
.intervals dt{color:var(--text);max-width:12rem}
.intervals dd{display:flex;gap:1rem;align-items:center;min-width:0}
.intervals dd>span{flex:none;min-width:3.5rem;text-align:right}
.axis div{flex:1;display:flex;justify-content:space-between;color:var(--muted);font-size:.75rem}
.intervals svg{flex:1;min-width:0;fill:var(--muted)}
.intervals .best svg{fill:var(--accent)}
svg line{stroke:color-mix(in srgb,var(--line) 40%,transparent)}
svg line.bar{stroke:var(--muted);stroke-width:5;stroke-linecap:round;opacity:.45}
.best svg line.bar{stroke:var(--accent)}
@media (max-width:40rem){main{padding-top:1.25rem}.intervals{gap:.375rem .75rem;padding:.75rem}th,td{padding-right:.75rem}}
@media print{body{background:none;font-size:12px}main{max-width:none;padding:0}details>*{display:block}details::details-content{content-visibility:visible;block-size:auto}.scroll{overflow:visible}tr,.intervals{break-inside:avoid}h2,h3,.title{break-after:avoid}}
`;
/** Should an escape ever be forgotten, a browser still runs and loads nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export function documentPage(title: string, document: Document): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${line(title)}</title>`,
    '</head>',
    '<body>',
    plainPart(document),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** Its style and what is shown, to stand in another page. */
export function plainPart(document: Document): string {
  const titles = titlesOf(document);
  return [
    `<style>${style}</style>`,
    '<main>',
    ...document.filter((block) => !isEmpty(block)).map((block) => blockHtml(block, titles)),
    '</main>',
  ].join('\n');
}

function blockHtml(block: Block, titles: readonly string[]): string {
  switch (block.type) {
    case 'heading': {
      const tag = `h${block.level ?? 2}`;
      return `<${tag}>${line(block.text)}</${tag}>`;
    }
    case 'text':
      if (block.gist !== true) return paragraph(block.lines);
      return paragraph(block.lines.slice(0, 1), 'gist') + paragraph(block.lines.slice(1));
    case 'note':
      return paragraph(block.lines, 'note');
    case 'list':
      return `${titled(block.title)}<ul>${block.items.map((item) => `<li>${line(item)}</li>`).join('')}</ul>`;
    case 'facts':
      return `<dl>${block.facts.map(([name, value]) => `<dt>${line(name)}</dt><dd>${line(value)}</dd>`).join('')}</dl>`;
    case 'table':
      return `${titled(block.title)}${tableHtml(block)}${legend(block.legend)}`;
    case 'bracket':
      return `${bracketHtml(block)}${legend(block.legend)}`;
    case 'intervals':
      return intervalsHtml(block);
    case 'quote':
      return quoteHtml(block, titles);
    case 'code':
      return `<pre>${escaped(block.lines.map(visible).join('\n'))}</pre>`;
    case 'diff':
      return folded(block.title ?? 'Changes', `<pre class="diff">${diffHtml(block.patch)}</pre>`);
  }
}

function titled(title: string | undefined): string {
  return title === undefined ? '' : `<p class="title">${line(title)}</p>`;
}

function legend(lines: readonly string[] = []): string {
  return paragraph(lines, 'note');
}

function paragraph(lines: readonly string[], kind?: 'gist' | 'note'): string {
  if (lines.length === 0) return '';
  return `<p${kind === undefined ? '' : ` class="${kind}"`}>${lines.map(line).join('<br>')}</p>`;
}

function tableHtml({ columns, rows, tones = [] }: TableBlock): string {
  const mark = (at: number) => (columns[at]?.align === 'right' ? ' class="figure"' : '');
  const row = (tag: 'th' | 'td', cells: readonly string[], tone?: Tone) =>
    `<tr${tone === undefined ? '' : ` class="${tone}"`}>${cells.map((cell, at) => `<${tag}${mark(at)}>${line(cell)}</${tag}>`).join('')}</tr>`;
  const titles = columns.map(({ title }) => title);
  const head = titles.some((title) => title !== '') ? `<thead>${row('th', titles)}</thead>` : '';
  return `<div class="scroll"><table>${head}<tbody>${rows.map((cells, at) => row('td', cells, tones[at])).join('')}</tbody></table></div>`;
}

function quoteHtml(
  { text, title, folded: closed }: Extract<Block, { type: 'quote' }>,
  titles: readonly string[],
): string {
  const body = `<div class="quote" dir="auto">${escaped(visibleQuote(text, titles))}</div>`;
  if (title === undefined) return body;
  return closed === true ? folded(title, body) : `<h3>${line(title)}</h3>${body}`;
}

function folded(title: string, body: string): string {
  return `<details><summary>${line(title)}</summary>${body}</details>`;
}

const marks = { added: 'ins', removed: 'del', hunk: 'b', file: 'b', context: 'span' } as const;

function diffHtml(patch: string): string {
  return patchLines(patch)
    .map(({ kind, text }) => `<${marks[kind]}>${escaped(text)}\n</${marks[kind]}>`)
    .join('');
}

const cell = { width: 168, height: 20, letters: 19, letter: 8 } as const;

/** Who went on is drawn stronger. */
function bracketHtml(block: BracketBlock): string {
  const { places, joins, rows, columns } = bracketLayout(block);
  const x = (column: number) => column * cell.width;
  const y = (row: number) => row * cell.height + cell.height / 2;
  const arms = joins.flatMap(({ from, to, won }) =>
    from.map((place, at) => {
      const turn = x(to.column) - 12;
      const letters = Math.min(cell.letters, [...place.name, ...place.mark].length);
      const start = x(place.column) + Math.min(letters * cell.letter + 6, cell.width - 24);
      return `<path${won === at ? ' class="won"' : ''} d="M${start} ${y(place.row)}H${turn}V${y(to.row)}H${x(to.column) - 4}"/>`;
    }),
  );
  const names = places.map(
    ({ row, column, name, mark }) =>
      `<text x="${x(column)}" y="${y(row) + 5}">${escaped(`${shortened(name, cell.letters)}${mark}`)}</text>`,
  );
  const size = `0 0 ${x(columns)} ${rows * cell.height}`;
  return `<div class="scroll"><svg viewBox="${size}" width="${x(columns)}" height="${rows * cell.height}" role="img" aria-label="bracket">${arms.join('')}${names.join('')}</svg></div>`;
}

/** A line for each, its bounds as a bar: it is as wide as the page, so that a phone shows all of it. */
function intervalsHtml(block: IntervalsBlock): string {
  const place = scaleOf(block);
  const x = (value: number) => (1 + 98 * place(value)).toFixed(2);
  const rows = block.rows.map(({ name, value, low, high, strong }) => {
    const bar =
      low === undefined || high === undefined
        ? ''
        : `<line class="bar" x1="${x(low)}%" x2="${x(high)}%" y1="10" y2="10"/>`;
    const text = valueText(value, block.unit);
    const told = low === undefined || high === undefined ? text : `${text}, from ${low} to ${high}`;
    return `<dt>${line(name)}</dt><dd${strong ? ' class="best"' : ''}><svg width="100%" height="20" role="img" aria-label="${escaped(told)}"><line x1="1%" x2="99%" y1="10" y2="10"/>${bar}<circle cx="${x(value)}%" cy="10" r="4.5"/></svg><span>${escaped(text)}</span></dd>`;
  });
  const [least, most] = rangeOf(block);
  const marks = [least, (least + most) / 2, most].map(
    (mark) => `<span>${Math.round(mark)}${escaped(block.unit === '' ? '' : ` ${block.unit}`)}</span>`,
  );
  return `<dl class="intervals">${rows.join('')}<dt></dt><dd class="axis"><div>${marks.join('')}</div><span></span></dd></dl>`;
}

function line(text: string): string {
  return escaped(visibleLine(text));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
