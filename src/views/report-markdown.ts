// The report as Markdown. What others wrote stands in fences that it cannot end, so that it stays what it is: text.
import type { Report } from './report.ts';

export function reportMarkdown({ title, facts, prompt, columns, rows, answers }: Report): string {
  const table = [columns, columns.map(() => '---'), ...rows.map((row) => row.map(inline))];
  const parts = [
    `# ${inline(title)}`,
    facts.map((fact) => `- ${inline(fact)}`).join('\n'),
    `## Task\n\n${fenced(prompt)}`,
    `## Contestants\n\n${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`,
    ...answers.map(({ name, body }) => `## ${inline(name)}\n\n${fenced(body)}`),
  ];
  return `${parts.join('\n\n')}\n`;
}

function inline(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|~&!]/g, (character) => `\\${character}`);
}

function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
