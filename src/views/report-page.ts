// The report as one HTML file that opens from disk: no scripts, nothing loaded, everything escaped.
import type { Report } from './report.ts';

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #8888;border-radius:.4rem;padding:.8rem}
table{border-collapse:collapse}th,td{text-align:left;padding:.2rem .8rem .2rem 0;border-bottom:1px solid #8884;overflow-wrap:anywhere}`;
/** Should an escape ever be forgotten, a browser still runs and loads nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export function reportPage({ title, facts, prompt, columns, rows, answers }: Report): string {
  const cells = (tag: 'th' | 'td', row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    `<h1>${escaped(title)}</h1>`,
    `<ul>${facts.map((fact) => `<li>${escaped(fact)}</li>`).join('')}</ul>`,
    `<h2>Task</h2>\n${preformatted(prompt)}`,
    `<h2>Contestants</h2>\n<table>${cells('th', columns)}${rows.map((row) => cells('td', row)).join('')}</table>`,
    ...answers.map(({ name, body }) => `<h2>${escaped(name)}</h2>\n${preformatted(body)}`),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** A parser drops the first line feed of a pre. */
function preformatted(text: string): string {
  return `<pre dir="auto">\n${escaped(text)}</pre>`;
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
