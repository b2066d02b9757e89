// What formats that judge have in common: who serves, and the entries as judges get them.
import { agentOf, allAgents } from '../agents/all.ts';
import type { Contest } from '../contest/handle/contest.ts';
import type { AttemptResult } from '../contest/handle/step.ts';
import type { BlobRef } from '../domain/change.ts';
import type { Contestant } from '../domain/contestant.ts';
import { everybody } from '../domain/roster.ts';
import { defaultTextBudget, type FolderFile, folderCard } from '../judging/blind/folder-card.ts';
import { pathsWithoutNames } from '../judging/blind/folder-copy.ts';
import type { Names } from '../judging/blind/scrub.ts';
import type { Entry, Judge, JudgingContext } from '../judging/entry.ts';
import { evenStyle } from '../judging/text/even-style.ts';
import { familyOf } from './families.ts';

export function judgingContext({ opened, task }: Pick<Contest, 'opened' | 'task'>): JudgingContext {
  return {
    task: task.prompt,
    names: givenAwayBy(everybody(opened)),
    even: opened.options['even'] === true || undefined,
    asBefore: opened.copies === undefined || undefined,
  };
}

export function entryOf({ contestant, key }: Pick<AttemptResult, 'contestant' | 'key'>, text: string): Entry {
  return { contestant: contestant.name, family: familyOf(contestant), key, text };
}

export interface RecordedEntry {
  readonly contestant: string;
  readonly key: string;
  /** Its words, or its change as a patch. */
  readonly answer?: BlobRef | undefined;
  /** A folder of files that it handed in; its words are the answer then. */
  readonly folder?: readonly { readonly path: string; readonly content: BlobRef }[] | undefined;
}

/**
 * The entries with their texts, in the order they were given: words, a patch, or a folder as a card of its files with so
 * many characters of their text.
 */
export async function entriesWithText(
  { opened, content, task }: Pick<Contest, 'opened' | 'content' | 'task'>,
  recorded: readonly RecordedEntry[],
  textBudget = defaultTextBudget,
): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  const context = judgingContext({ opened, task });
  for (const { contestant: name, key, answer, folder } of recorded) {
    const contestant = opened.roster.find((one) => one.name === name);
    if (contestant === undefined) continue;
    const says = answer === undefined ? '' : await content(answer);
    if (folder === undefined) {
      found.push(entryOf({ contestant, key }, says));
      continue;
    }
    const read = await readableFiles(content, folder);
    const spoken = read.flatMap(({ text = [] }) => text).join('\n\n');
    const files = read.map((file) => ({ ...file, ...evened(file, context) }));
    const paths = pathsWithoutNames(files, context);
    const shown = files.map((file, at) => ({ ...file, path: paths[at] ?? '' }));
    const card = folderCard({
      files: shown,
      says: context.even === true ? evenStyle(says) : says,
      textBudget,
    });
    found.push({ ...entryOf({ contestant, key }, card), files, spoken });
  }
  return found;
}

/** Of a folder only what is Markdown: a program is not changed. */
function evened({ path, text }: FolderFile, { even = false }: JudgingContext): { readonly text?: string } {
  return even && text !== undefined && /\.(?:md|markdown)$/iu.test(path) ? { text: evenStyle(text) } : {};
}

/** With the text of those that have one; what is too long to be shown, or no text, has only its size. */
export async function readableFiles(
  content: Contest['content'],
  files: readonly { readonly path: string; readonly content: BlobRef }[],
): Promise<readonly (FolderFile & { readonly content: BlobRef })[]> {
  const found: (FolderFile & { readonly content: BlobRef })[] = [];
  for (const { path, content: ref } of files) {
    const text = ref.bytes > maxFileBytes ? '\0' : await content(ref);
    const isText = !text.includes('\0') && !text.includes('\uFFFD');
    found.push({ path, bytes: ref.bytes, content: ref, text: isText ? text : undefined });
  }
  return found;
}

const maxFileBytes = 1_000_000;

export function serving({ opened }: Contest, names: readonly string[]): readonly Contestant[] {
  return names.flatMap((name) => everybody(opened).find((one) => one.name === name) ?? []);
}

export function asJudges(judges: readonly Contestant[]): readonly Judge[] {
  return judges.map((contestant) => ({
    contestant,
    family: familyOf(contestant),
    readsFiles: agentOf(contestant.agent).bare.reads === true || undefined,
  }));
}

/** Names that would tell who wrote an entry: of agents, makers and models. */
export function givenAwayBy(roster: readonly Contestant[]): Names {
  const cliAgents = allAgents.filter(({ kind }) => kind === 'cli');
  return {
    agents: [...new Set([...cliAgents.map(({ id }) => id), ...roster.map(({ agent }) => agent)])].filter(
      (name) => !ordinaryWords.has(name),
    ),
    families: [...new Set([...allAgents.map(({ family }) => family), 'ChatGPT'])].filter(
      (name) => !ordinaryWords.has(name),
    ),
    models: [...new Set(roster.flatMap(({ model }) => (model === undefined ? [] : [model])))],
  };
}

/** Words of ordinary texts that happen to be ids. */
const ordinaryWords: ReadonlySet<string> = new Set([
  'command',
  'compatible',
  'pi',
  'cn',
  'acp',
  'scripted',
  'joust',
  'any',
  'unknown',
]);
