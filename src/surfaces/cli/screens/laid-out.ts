// Answers and results on a terminal: each under a rule, Markdown laid out, wrapped at words.
import stringWidth from 'string-width';
import { answerBody, answerHeading } from '../../../views/answer.ts';
import { clip } from '../../../views/render/columns.ts';
import { documentText } from '../../../views/render/document-text.ts';
import { markdownText } from '../../../views/render/markdown-terminal.ts';
import { paneRoom, sideBySide } from '../../../views/render/side-by-side.ts';
import { visibleLine, visibleQuote } from '../../../views/visible.ts';
import type { Terminal } from '../grammar/command.ts';
import { headingStyle, type Paper, type Shown } from './screen.ts';

const widest = 100;
const looks = { good: 'green', bad: 'red', strong: 'bold' } as const;

interface Layout {
  readonly names: readonly string[];
  /** Answers wait for each other and stand in columns. */
  readonly beside: boolean;
}

export function laidOut(stdout: Terminal, { names, beside }: Layout): Paper {
  const held: Shown[] = [];
  const room = () => Math.min(stdout.columns(), widest);
  const prose = (text: string, columns = room()) =>
    markdownText(visibleQuote(text, names), { columns, paint: stdout.style });
  const bold = (text: string) => stdout.style('bold', rule(text, room()));
  const answerIn = ({ head, end, text }: Shown, columns: number) => {
    const heading = stdout.style(headingStyle(end), rule(answerHeading(head, end), columns));
    return `${heading}\n\n${answerBody(end, text, (said) => prose(said, columns))}`;
  };
  const below = (shown: Shown) => `${answerIn(shown, room())}\n\n`;
  return {
    answer(shown) {
      if (!beside) return below(shown);
      held.push(shown);
      return '';
    },
    rest() {
      const shown = held.splice(0);
      if (shown.length === 0) return '';
      const { width, inRow } = paneRoom(shown.length, stdout.columns());
      if (inRow === 1) return shown.map(below).join('');
      const panes = shown.map((one) => answerIn(one, width).split('\n'));
      return `${sideBySide(panes, stdout.columns()).join('\n')}\n\n`;
    },
    heading: bold,
    quote: (text) => prose(text),
    exhibits({ exhibits = [] }) {
      const labels = exhibits.map(({ label }) => label);
      return exhibits
        .map(({ label, text }) => `${bold(visibleLine(label))}\n\n${prose(visibleQuote(text, labels))}\n\n`)
        .join('');
    },
    document: async (document) =>
      documentText(document, {
        columns: room(),
        names,
        prose: (text) => prose(text),
        title: bold,
        paint: (tone, line) => stdout.style(looks[tone], line),
      }),
  };
}

/** `── heading ─────────`. */
function rule(heading: string, width: number): string {
  const text = clip(`── ${heading} `, width - 2);
  return text + '─'.repeat(Math.max(2, width - stringWidth(text)));
}
