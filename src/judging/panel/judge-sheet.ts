// One judge's sheet on some entries at once: anonymous, read only with its nonce, asked once more where something is missing,
// on record; strict where a sheet that is not as it was asked for does not count at all.
import type { Contest } from '../../contest/handle/contest.ts';
import type { FolderSpec } from '../../contest/workspace/workspace-spec.ts';
import type { VerdictGiven } from '../../domain/event.ts';
import { type Blinded, blind } from '../blind/blind.ts';
import { type FolderContent, type FolderCopy, folderCopy } from '../blind/folder-copy.ts';
import type { Entry, Judge, JudgingContext, Rubric } from '../entry.ts';
import { sheetAgain, sheetPrompt } from '../verdict/judge-prompts.ts';
import { readSheet, type Sheet, type SheetQuestion } from '../verdict/read-sheet.ts';
import { readSheetReview, type SheetReview } from '../verdict/sheet-review.ts';
import { readStrictSheet } from '../verdict/strict-sheet.ts';
import { askJudge, type JudgeReply } from './ask-judge.ts';
import type { Scored } from './judge-scores.ts';

export interface SheetLook {
  /** Unique in the contest. */
  readonly key: string;
  readonly judge: Judge;
  readonly entries: readonly Entry[];
  readonly rubric: Rubric;
  readonly context: JudgingContext;
  readonly strict: boolean;
  /** What is handed out beside the entries. */
  readonly content: SheetContent;
  /** Tells its workspace from those of the others. */
  readonly slot: number;
}

export interface SheetContent extends FolderContent {
  /** The files that came with the task, as text for a prompt. */
  readonly material?: string | undefined;
}

export interface JudgedSheet {
  readonly judge: Judge;
  /** By entry; those it did not score have none. */
  readonly scored: readonly Scored[];
  readonly shown: readonly { readonly label: string; readonly contestant: string }[];
  readonly review?: SheetReview;
  /** Labels it scored that were not shown. */
  readonly ignored: readonly string[];
  /** Why there are no scores at all. */
  readonly why?: string;
  /** It answered, and not as it was asked to: nothing of it counts. */
  readonly quarantined: boolean;
}

interface Read {
  readonly sheet: Sheet;
  readonly review: SheetReview;
}

export async function judgeSheet(contest: Contest, look: SheetLook): Promise<JudgedSheet> {
  const { key, judge, entries, rubric, context, strict } = look;
  const limit = Math.floor(sheetCharacters / entries.length);
  const hasFolder = judge.readsFiles === true && entries.some(({ files }) => files !== undefined);
  const shownEntries = hasFolder ? entries : entries.map((entry) => within(entry, limit));
  const blinded = await blind(contest, { key, entries: shownEntries, context });
  const copy = hasFolder ? folderCopy(blinded, look.content, context) : undefined;
  const { material } = look.content;
  const evidence = { limit, ...(copy === undefined && { text: blinded.text, material }) };
  const prompt = sheetPrompt(blinded, { rubric, context, evidence });
  const { nonce, shown } = blinded;
  const question = { labels: shown.map(({ label }) => label), dimensions: rubric.dimensions, nonce };
  const reply = await askJudge<Read>(contest, {
    key,
    judge,
    prompt,
    again: sheetAgain(prompt, blinded, rubric),
    folder: copy && folderOf(copy, look),
    read: (text) => ({
      sheet: strict ? readStrictSheet(text, question) : readSheet(text, question),
      review: readSheetReview(text, nonce),
    }),
    falls: ({ said }) => !strict && said !== undefined && scoresIn(said) < cellsOf(question),
    better: (first, second) =>
      first.said !== undefined && (second.said === undefined || scoresIn(first.said) > scoresIn(second.said))
        ? first
        : second,
  });
  const seen = copy === undefined ? blinded : { ...blinded, scrubbed: copy.scrubbed, leaks: copy.leaks };
  const given = reply.known ?? factOf(reply, look, seen);
  if (reply.known === undefined && reply.why !== 'parked') await contest.fact(given);
  return judgedSheet(look, given, reply);
}

/** Characters of entries in one prompt, shared by those that are shown in it. */
export const sheetCharacters = 240_000;

/** A card of a folder was made to fit; words are cut, and said to be. */
function within(entry: Entry, limit: number): Entry {
  const { text, files } = entry;
  if (files !== undefined || text.length <= limit) return entry;
  return { ...entry, text: `${text.slice(0, limit)}\n(cut: ${text.length - limit} characters left out)` };
}

const folderBytes = 2_000_000_000;

/** To be read only: what the judge says is its answer. */
function folderOf({ given }: FolderCopy, { key, slot }: SheetLook): FolderSpec {
  const tops = [...new Set(given.map(({ path }) => path.split('/')[0] ?? path))];
  return {
    kind: 'folder',
    key,
    slot,
    given,
    readOnly: tops,
    required: [],
    handsIn: 'answer',
    sandbox: 'none',
    maxBytes: folderBytes,
  };
}

function scoresIn({ sheet }: Read): number {
  if (sheet.type === 'none') return 0;
  return Object.values(sheet.scores).reduce((sum, own) => sum + Object.keys(own).length, 0);
}

function cellsOf({ labels, dimensions }: SheetQuestion): number {
  return labels.length * dimensions.length;
}

const malformed = 'malformed: ';

function factOf(
  { said, why, basis }: JudgeReply<Read>,
  { key, judge, strict }: SheetLook,
  { shown, scrubbed, leaks, addressed }: Blinded,
): VerdictGiven {
  const sheet = said?.sheet ?? { type: 'none', why: why ?? 'no reply' };
  const unread = strict && said !== undefined && sheet.type === 'none' && sheet.why !== 'empty';
  const unknown = sheet.type === 'sheet' ? sheet.unknown : [];
  const own = shown.flatMap(({ entry }) => (entry.family === judge.family ? [entry.contestant] : []));
  return {
    type: 'verdict.given',
    v: 1,
    key,
    inputs: basis,
    judge: judge.contestant.name,
    shown: shown.map(({ label, entry }) => ({ label, contestant: entry.contestant, entry: entry.key })),
    verdict:
      sheet.type === 'none'
        ? { type: 'none', why: `${unread ? malformed : ''}${sheet.why}` }
        : {
            type: 'scores',
            scores: Object.fromEntries(
              shown.map(({ label, entry }) => [entry.contestant, { ...sheet.scores[label] }]),
            ),
          },
    ignored: unknown.length > 0 ? [...unknown] : undefined,
    ...(own.length > 0 && { ownFamily: true, own }),
    scrubbed: scrubbed.length > 0 ? [...scrubbed] : undefined,
    leaks: leaks.length > 0 ? [...leaks] : undefined,
    addressed: addressed.length > 0 ? [...addressed] : undefined,
  };
}

/** By its record; only the review is read anew. */
function judgedSheet(
  { judge, rubric, entries }: SheetLook,
  { verdict, shown, ignored = [], addressed = [] }: VerdictGiven,
  { said }: JudgeReply<Read>,
): JudgedSheet {
  if (verdict.type !== 'scores' && verdict.type !== 'none')
    throw new Error('a choice is on record where scores were asked for');
  const why = verdict.type === 'none' ? verdict.why : undefined;
  const quarantined = why?.startsWith(malformed) === true;
  const scored = entries.map(({ contestant }): Scored => {
    const own = verdict.type === 'scores' ? (verdict.scores[contestant] ?? {}) : {};
    const missing = rubric.dimensions.map(({ name }) => name).filter((name) => !Object.hasOwn(own, name));
    const about = { judge, contestant, missing, addressed: addressed.includes(contestant) };
    return Object.keys(own).length === 0 ? about : { ...about, scores: own };
  });
  return {
    judge,
    scored,
    ignored,
    quarantined,
    shown: shown.map(({ label, contestant }) => ({ label, contestant })),
    review: said?.review,
    why: quarantined ? why?.slice(malformed.length) : why,
  };
}
