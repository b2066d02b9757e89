// One more contestant in brief.yaml: written into its text, so that everything else in it stays as it is.

import { isSeq, parseDocument, type YAMLSeq } from 'yaml';
import { JoustError } from '../domain/joust-error.ts';
import { extendedConfig } from '../play/extensions/extended-config.ts';
import { replaceConfigFile } from '../process/files/config-file.ts';
import type { Machine } from '../process/machine.ts';
import { checkBrief, readFolderFile, trustOwn, whyBriefUntrusted } from './brief-folder.ts';
import { needKnown, yamlWord } from './new-brief.ts';

/** Returns the name it plays under. */
export async function addContestant(folder: string, spec: string, machine: Machine): Promise<string> {
  const found = readFolderFile(folder);
  const changed = withOneMore(found.text, yamlWord(spec));
  const name = checkBrief(changed).contestants.at(-1)?.name ?? spec;
  needKnown([spec], await extendedConfig({ machine, cwd: found.place }));
  const mayRun = whyBriefUntrusted(found, machine) === undefined;
  replaceConfigFile(found.project.path, changed);
  if (mayRun) trustOwn(folder, machine);
  return name;
}

function withOneMore(text: string, word: string): string {
  const document = parseDocument(text);
  const list = ['contestants', 'participants'].map((key) => document.get(key, true)).find(isSeq);
  if (list?.range != null) return list.flow === true ? inBrackets(text, list, word) : below(text, list, word);
  throw new JoustError('brief.yaml has no list of contestants that one could be added to', {
    code: 'usage',
    hint: 'Write them out there: contestants: [claude, codex].',
  });
}

function inBrackets(text: string, { items, range }: YAMLSeq, word: string): string {
  const last = rangeOf(items.at(-1));
  const at = last?.[1] ?? (range?.[0] ?? 0) + 1;
  return `${text.slice(0, at)}${items.length === 0 ? '' : ', '}${word}${text.slice(at)}`;
}

/** On a line of its own, as far in as the dash of the last one; what stands behind that one stays with it. */
function below(text: string, { items, range }: YAMLSeq, word: string): string {
  const [begin = 0, end = begin] = rangeOf(items.at(-1)) ?? range ?? [];
  const dash = text.lastIndexOf('-', begin);
  const indent = ' '.repeat(dash - (text.lastIndexOf('\n', dash) + 1));
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lineEnd = text.indexOf('\n', text.slice(0, end).trimEnd().length);
  if (lineEnd === -1) return `${text}${eol}${indent}- ${word}${eol}`;
  return `${text.slice(0, lineEnd + 1)}${indent}- ${word}${eol}${text.slice(lineEnd + 1)}`;
}

function rangeOf(item: unknown): readonly number[] | undefined {
  return (item as { range?: readonly number[] } | undefined)?.range;
}
