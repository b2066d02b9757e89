// Loaded when the first finished answer is shown: Markdown to HTML that cannot do anything.
import DOMPurify from 'dompurify';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import MarkdownIt from 'markdown-it';

const languages = {
  bash,
  cpp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

const mostHighlighted = 20_000;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, highlight }).disable(
  'image',
);
markdown.validateLink = (url) => /^(?:https?:|mailto:|#)/i.test(url.trim());

/** The language by its name; others, and what is very long, as they are. */
function highlight(code: string, name: string): string {
  const known = hljs.getLanguage(name) !== undefined && code.length <= mostHighlighted;
  return known ? hljs.highlight(code, { language: name, ignoreIllegals: true }).value : '';
}

const purified = {
  FORBID_TAGS: ['img', 'svg', 'math', 'style', 'form', 'input', 'button', 'iframe', 'video', 'audio'],
  FORBID_ATTR: ['style', 'id', 'name', 'srcset', 'src'],
  ALLOW_DATA_ATTR: false,
};

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return;
  node.setAttribute('rel', 'noopener noreferrer nofollow');
  node.setAttribute('target', '_blank');
});

/** All its headings are of one level: whatever somebody writes, none is left out between them and the page's own. */
export function renderMarkdown(text: string, level = 4): string {
  const tokens = markdown.parse(text, {});
  for (const token of tokens) if (token.type.startsWith('heading_')) token.tag = `h${level}`;
  return DOMPurify.sanitize(markdown.renderer.render(tokens, markdown.options, {}), purified);
}

/** One piece of code; undefined: its language is not known. */
export function highlightCode(code: string, name: string): string | undefined {
  const html = highlight(code, name);
  return html === '' ? undefined : DOMPurify.sanitize(html, purified);
}
