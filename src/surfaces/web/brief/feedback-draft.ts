// What is said of the last round before the next one is started: for everybody, for one of them, and on lines of its work.
// Kept in this browser, for each brief.

export interface LineNote {
  readonly who: string;
  /** Below out/. */
  readonly file: string;
  /** As the file is now, from 1 on. */
  readonly line: number;
  readonly text: string;
}

export interface FeedbackDraft {
  readonly shared: string;
  /** By contestant. */
  readonly personal: Readonly<Record<string, string>>;
  readonly notes: readonly LineNote[];
}

export const noFeedback: FeedbackDraft = { shared: '', personal: {}, notes: [] };

/** Where a note stands; one for each line of each. */
export type LinePlace = Omit<LineNote, 'text'>;

export function isAt(one: LinePlace, other: LinePlace): boolean {
  return one.who === other.who && one.file === other.file && one.line === other.line;
}

/** An empty one is taken away. */
export function withNote(draft: FeedbackDraft, note: LineNote): FeedbackDraft {
  const others = draft.notes.filter((one) => !isAt(one, note));
  const notes = note.text.trim() === '' ? others : [...others, note];
  return { ...draft, notes: notes.toSorted(inOrder) };
}

function inOrder(one: LineNote, other: LineNote): number {
  return compared(one.who, other.who) || compared(one.file, other.file) || one.line - other.line;
}

function compared(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

export function isSaid({ shared, personal, notes }: FeedbackDraft): boolean {
  return [shared, ...Object.values(personal)].some((text) => text.trim() !== '') || notes.length > 0;
}

interface RefineBody {
  readonly folder: string;
  readonly feedback?: string;
  readonly personal?: Readonly<
    Record<
      string,
      {
        readonly text?: string;
        readonly comments?: readonly {
          readonly file: string;
          readonly line: number;
          readonly text: string;
        }[];
      }
    >
  >;
}

/** As it is sent: nothing where nothing was said, so that what stands in the folder counts. */
export function refineBody(folder: string, { shared, personal, notes }: FeedbackDraft): RefineBody {
  const names = [...new Set([...Object.keys(personal), ...notes.map(({ who }) => who)])];
  const said = names.flatMap((name) => {
    const text = (Object.hasOwn(personal, name) ? personal[name] : undefined)?.trim() ?? '';
    const own = notes.filter(({ who }) => who === name);
    if (text === '' && own.length === 0) return [];
    const comments = own.map(({ file, line, text: words }) => ({ file, line, text: words.trim() }));
    return [
      [name, { text: text || undefined, comments: comments.length > 0 ? comments : undefined }] as const,
    ];
  });
  return {
    folder,
    feedback: shared.trim() || undefined,
    personal: said.length > 0 ? Object.fromEntries(said) : undefined,
  };
}

export function draftPlace(folder: string): string {
  return `joust.feedback ${folder}`;
}

/** What was kept; anything else is as if there were nothing. */
export function readDraft(text: string | undefined): FeedbackDraft {
  try {
    const { shared, personal, notes } = JSON.parse(text ?? 'null') ?? {};
    return {
      shared: typeof shared === 'string' ? shared : '',
      personal: Object.fromEntries(
        Object.entries(personal ?? {}).filter(([, said]) => typeof said === 'string'),
      ) as Record<string, string>,
      notes: Array.isArray(notes) ? notes.filter(isNote) : [],
    };
  } catch {
    return noFeedback;
  }
}

function isNote(value: unknown): value is LineNote {
  const { who, file, line, text } = (value ?? {}) as Partial<Record<keyof LineNote, unknown>>;
  return [who, file, text].every((one) => typeof one === 'string') && Number.isInteger(line);
}
