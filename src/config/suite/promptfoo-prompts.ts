// The prompts of a promptfoo config: texts, and text files beside it.
import { visible } from '../config.ts';
import { isTable, type Reading } from './promptfoo-tests.ts';
import { readBeside } from './read-beside.ts';

export interface Prompt {
  readonly label: string;
  readonly text: string;
}

export function promptfooPrompts(reading: Reading): readonly Prompt[] {
  const { table, lineOf } = reading;
  const said = table['prompts'];
  const list: readonly unknown[] = Array.isArray(said) ? said : [said];
  if (said === undefined)
    reading.say(1, 'it has no prompts', 'Write them: prompts: ["Capital of {{country}}?"]');
  return list.flatMap((one, at) => {
    const line = Array.isArray(said) ? lineOf('prompts', at) : lineOf('prompts');
    const found = isTable(one) ? (one['raw'] ?? one['id']) : one;
    if (said === undefined) return [];
    if (typeof found !== 'string')
      return reading.say(line, 'a prompt is no text', 'Write a text, or file://prompt.txt.') ?? [];
    const label = isTable(one) && typeof one['label'] === 'string' ? one['label'] : String(at + 1);
    const texts = textsOf(found, line, reading);
    return texts.map((text, part) => ({ text, label: texts.length === 1 ? label : `${label}.${part + 1}` }));
  });
}

/** Several in one file are parted by ---. */
function textsOf(said: string, line: number, { folder, say }: Reading): readonly string[] {
  const isFile =
    said.startsWith('file://') ||
    /^[\w./-]+\.(?:txt|md|json|jsonl|ya?ml|js|mjs|cjs|ts|py|csv|j2)$/.test(said);
  const path = said.replace(/^file:\/\//, '');
  if (isFile && !/\.(?:txt|md|j2)$/.test(path))
    return (
      say(
        line,
        `prompts from ${visible(path)} are not supported`,
        'Write the prompt as text: file://prompt.txt',
      ) ?? []
    );
  const text = isFile ? readBeside(path, { folder, line }) : said;
  if (/\{%/.test(text))
    say(line, 'blocks of nunjucks ({% %}) are not supported in prompts', 'Only {{name}} is filled in.');
  return isFile
    ? text
        .split(/^---\s*$/m)
        .map((one) => one.trim())
        .filter((one) => one !== '')
    : [text];
}
