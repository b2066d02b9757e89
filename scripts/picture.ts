// The picture of the README: a race of the examples on a terminal of its own, and what stands on its screen in the end as an
// SVG that is readable in light and dark. npm run picture; it needs util-linux `script`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const columns = 92;
const line = 'joust race -c careful -c quick -c sly "make total add up all prices"';
const root = resolve(import.meta.dirname, '..');

interface Run {
  readonly column: number;
  readonly text: string;
  /** Words of the style sheet. */
  readonly styles: string;
}

function main(): void {
  const temporary = mkdtempSync(join(tmpdir(), 'joust-picture-'));
  try {
    const commands = `. examples/try.sh; cd prices; printf '\\033[2m$\\033[22m \\033[1m%s\\033[22m\\n' '${line}'; ${line}`;
    const output = execFileSync(
      'script',
      ['-qec', `stty cols ${columns} rows 60; ${commands}`, '/dev/null'],
      {
        cwd: root,
        encoding: 'utf8',
        env: {
          PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
          HOME: temporary,
          TMPDIR: temporary,
          TERM: 'xterm-256color',
          SHELL: '/bin/sh',
          LANG: 'C.UTF-8',
        },
      },
    );
    writeFileSync(join(root, 'docs/images/race.svg'), svg(screen(output)));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

interface Cell {
  readonly text: string;
  readonly styles: string;
}

/** What joust sends and no more: text, styles, the cursor up, and all below it erased. */
function screen(output: string): readonly (readonly Run[])[] {
  const rows: Cell[][] = [[]];
  const styles = new Map<string, string>();
  let [row, column] = [0, 0];
  const move = (number: number, letter: string) => {
    if (letter === 'A') row = Math.max(0, row - (number || 1));
    if (letter !== 'J') return;
    rows.length = row + 1;
    (rows[row] ?? []).length = column;
  };
  const write = (text: string) => {
    if (column >= columns) [row, column] = [row + 1, 0];
    while (rows.length <= row) rows.push([]);
    const cells = rows[row] ?? [];
    while (cells.length < column) cells.push({ text: ' ', styles: '' });
    cells[column] = { text, styles: [...styles.values()].join(' ') };
    column += 1;
  };
  for (const [whole, number = '', letter = ''] of output.matchAll(/\x1b\[([\d;?]*)([A-Za-z])|[\s\S]/gu)) {
    if (letter === 'm') for (const one of number.split(';')) setStyle(styles, Number(one));
    else if (letter !== '') move(Number(number), letter);
    else if (whole === '\r') column = 0;
    else if (whole === '\n') row += 1;
    else write(whole);
  }
  return rows.map(runs);
}

const colours: Readonly<Record<number, string>> = { 31: 'red', 32: 'green', 33: 'yellow', 36: 'cyan' };

function setStyle(styles: Map<string, string>, code: number): void {
  if (code === 0) styles.clear();
  if (code === 1) styles.set('weight', 'bold');
  if (code === 2) styles.set('weight', 'dim');
  if (code === 22) styles.delete('weight');
  if (code === 39) styles.delete('colour');
  const colour = colours[code];
  if (colour !== undefined) styles.set('colour', colour);
}

function runs(cells: readonly Cell[]): readonly Run[] {
  const found: Run[] = [];
  for (const [column, { text, styles }] of cells.entries()) {
    const last = found.at(-1);
    if (last?.styles === styles) found[found.length - 1] = { ...last, text: last.text + text };
    else found.push({ column, text, styles });
  }
  return found.filter(({ text }) => text.trim() !== '');
}

const [advance, lineHeight, margin, bar] = [8.4, 20, 20, 36];

function svg(rows: readonly (readonly Run[])[]): string {
  const filled = rows.slice(0, rows.findLastIndex((each) => each.length > 0) + 1);
  const width = Math.ceil(columns * advance + 2 * margin);
  const height = bar + filled.length * lineHeight + margin;
  const lines = filled.flatMap((each, at) =>
    each.map(({ column, text, styles }) => {
      const y = bar + at * lineHeight + 15;
      const length = (text.length * advance).toFixed(1);
      const kind = styles === '' ? '' : ` class="${styles}"`;
      return `<text x="${(margin + column * advance).toFixed(1)}" y="${y}" textLength="${length}"${kind}>${escaped(text)}</text>`;
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(line)}">
<style>
  svg { --back: #fff; --edge: #d0d7de; --text: #1f2328; --dim: #656d76; --red: #cf222e; --green: #1a7f37; --yellow: #9a6700; --cyan: #1b7c83; }
  @media (prefers-color-scheme: dark) {
    svg { --back: #0d1117; --edge: #3d444d; --text: #e6edf3; --dim: #8d96a0; --red: #ff7b72; --green: #3fb950; --yellow: #d29922; --cyan: #39c5cf; }
  }
  text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: var(--text); white-space: pre; }
  .bold { font-weight: 600; }
  .dim { fill: var(--dim); }
  .red { fill: var(--red); }
  .green { fill: var(--green); }
  .yellow { fill: var(--yellow); }
  .cyan { fill: var(--cyan); }
  rect { fill: var(--back); stroke: var(--edge); }
  circle { fill: var(--edge); }
</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10"/>
${[20, 38, 56].map((x) => `<circle cx="${x}" cy="18" r="5.5"/>`).join('')}
${lines.join('\n')}
</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

main();
