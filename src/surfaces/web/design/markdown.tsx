// Text of models as Markdown: no HTML of theirs, no images (they tell others who reads), no links but to the web; and what would
// take a browser long is shown as plain text.
import { useEffect, useState } from 'react';
import { visible } from '../../../views/visible.ts';
import './markdown.css';

const [mostLetters, longestLine, mostBrackets] = [120_000, 8_000, 1_500];

/** Whether rendering it stays quick: some texts are made to take long. */
export function isRenderable(text: string): boolean {
  if (text.length > mostLetters) return false;
  if ((text.match(/[[\]*_`<>|~]/g)?.length ?? 0) > text.length / 3 + mostBrackets) return false;
  if ((text.match(/\[/g)?.length ?? 0) > mostBrackets) return false;
  return text.split('\n').every((line) => line.length <= longestLine);
}

/** To render by without waiting, once it is loaded; undefined: that text would take long. */
export async function quickMarkdown(): Promise<(text: string) => string | undefined> {
  const { renderMarkdown } = await import('./render-markdown.ts');
  return (text) => (isRenderable(text) ? renderMarkdown(text) : undefined);
}

/** `level`: of its headings, one below the heading it stands under. */
export function Markdown({ text, level = 4 }: { readonly text: string; readonly level?: number }) {
  const [html, setHtml] = useState<string>();
  const shown = visible(text);
  const renders = isRenderable(shown);
  useEffect(() => {
    if (!renders) return;
    let isHere = true;
    void import('./render-markdown.ts').then(({ renderMarkdown }) => {
      if (isHere) setHtml(renderMarkdown(shown, level));
    });
    return () => {
      isHere = false;
    };
  }, [shown, renders, level]);
  // Until it is rendered, and where it is not: as it is.
  if (html === undefined || !renders) return <PlainText text={text} />;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by markdown-it without HTML of the text, and purified
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}

const shownAtOnce = 200_000;

/** As it was written; the rest of a very long one when it is asked for. */
export function PlainText({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  const cut = !isWhole && text.length > shownAtOnce;
  return (
    <>
      <pre className="plain-text">{visible(cut ? text.slice(0, shownAtOnce) : text)}</pre>
      {cut && (
        <button type="button" className="button small" onClick={() => setWhole(true)}>
          Show all ({Math.round(text.length / 1000)} KB)
        </button>
      )}
    </>
  );
}
