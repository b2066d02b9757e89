// What a format is: it describes itself once (what it takes, what goes on record, what it came to) and plays as a plain
// function over a contest. Options, help, config keys, schemas, forms and tools are made from the description.
import type { z } from 'zod';
import type { Contest } from '../contest/handle/contest.ts';
import type { AttemptResult } from '../contest/handle/step.ts';
import type { Player } from '../contest/play/player.ts';
import type { Contestant, Tier } from '../domain/contestant.ts';
import type { AttemptEnded, ContestClosed, ContestOpened } from '../domain/event.ts';
import { JoustError } from '../domain/joust-error.ts';
import { type EndingWords, type FormatTool, type PageAbout, plainly } from '../domain/settings/settings.ts';
import type { Limits } from '../domain/usage.ts';
import type { StagedBlob } from '../ledger/ledger.ts';
import type { Scene } from './scene.ts';

export type Takes =
  | 'prompt'
  | { readonly entries: number }
  /** `as`: how help names it, where the setting is not the format's own. */
  | { readonly setting: string; readonly as?: string };

/** How a surface presents it; words for people. */
export interface FormatAbout {
  readonly summary: string;
  readonly details?: string;
  readonly examples?: readonly string[];
  /** What people want who play it: answers, a choice, or a change of their code. */
  readonly group: 'ask' | 'decide' | 'change';
  /** What it is played on: a prompt, the entries of a contest on record (at least so many), or what a setting names. */
  readonly takes: Takes;
  /** It is played by commands of another make, not by one of its name. */
  readonly command?: 'own';
  /** It takes so many contestants, no more and no fewer. */
  readonly contestants?: number;
  /** Words for how it came out, if it has no winner. */
  readonly ends?: EndingWords;
  readonly page?: PageAbout;
  readonly tool?: FormatTool;
}

/** What a contest came to: figures and names for its document to tell. Played again, it is the same. */
export interface FormatResult {
  readonly type: string;
}

export interface FormatSpec<
  Request extends z.ZodObject = z.ZodObject,
  Options extends z.ZodType = z.ZodType,
  Result extends FormatResult = never,
> {
  readonly name: string;
  /** Changed whenever the same record would come to something else by the new rules. */
  readonly version: number;
  /** Records from this version on are played by the rules of then; absent: only those of this version are. */
  readonly oldest?: number;
  readonly about: FormatAbout;
  /** What whoever starts one may say, besides what holds for every contest. */
  readonly request: Request;
  /** What it is opened with, as recorded. An option added later has a default, for old records. */
  readonly options: Options;
  /** What it comes to; absent: the answers are all there is. */
  readonly result?: z.ZodType<Result>;
  /** What it comes to so far can be told: whoever has not ended yet counts as parked. */
  readonly tellsSoFar?: true;
  /** It gives every contestant a workspace of its own: several may write. */
  readonly workspaces?: true;
  /** Everybody in it sees nothing but a prompt: what lies in the folder it is opened in is of no consequence. */
  readonly bare?: true;
  /** It asks the user about tokens itself, and can play a smaller contest instead. */
  asksAboutTokens?(setup: FormatSetup<z.output<Options>>): boolean;
  /** A contest of fewer contestants is refused before anything is spent. */
  readonly fewest?: number;
  /** How many play when nobody is named, and who then; absent: as the config says. */
  contestants?(request: z.output<Request>): { readonly num?: number; readonly specs?: readonly string[] };
  /** From what was said to what it is opened with: the rules that hold on every surface. Nothing is on record yet. */
  setUp(request: z.output<Request>, scene: Scene): Promise<SetUp> | SetUp;
  /** Whether an answer is shown as it lands; false: never; absent: every contestant's. */
  readonly shows?: false | ((end: AttemptEnded, options: z.output<Options>) => boolean);
  /** The attempts it will probably take, for an estimate. */
  expects(setup: FormatSetup<z.output<Options>>): readonly ExpectedAttempt[];
  /** Playing it again over the same record gives the same result; that is all there is to resuming. */
  play(contest: Contest, options: z.output<Options>): Promise<FormatEnd<Result>>;
}

/** A format as everybody else holds it: what is handed in is checked by its own schemas. */
export interface Format<Result extends FormatResult = never, Request extends z.ZodObject = z.ZodObject>
  extends Pick<
    FormatSpec<Request, z.ZodType, Result>,
    'name' | 'version' | 'oldest' | 'about' | 'request' | 'result' | 'tellsSoFar'
  > {
  readonly options: z.ZodType;
  readonly workspaces: boolean;
  readonly bare: boolean;
  asksAboutTokens(setup: FormatSetup<Given>): boolean;
  readonly fewest: number;
  /** Throws where these are none to be opened with. */
  checkOptions(given: Given): void;
  /** What is wrong with options on record. */
  issuesOf(given: Given): readonly z.core.$ZodIssue[];
  contestants(given: Given): { readonly num?: number; readonly specs?: readonly string[] };
  setUp(given: Given, scene: Scene): Promise<SetUp>;
  shows(opened: Pick<ContestOpened, 'options'>): (end: AttemptEnded) => boolean;
  expects(setup: FormatSetup<Given>): readonly ExpectedAttempt[];
  play(contest: Contest): Promise<FormatEnd<Result>>;
}

/** Not checked yet. */
export type Given = Readonly<Record<string, unknown>>;

export interface SetUp {
  /** Checked before anything is recorded; absent: `prepare` makes them. */
  readonly options?: Given;
  /** Looks around where it will be played, and makes the options. */
  prepare?(player: Player, place: PlayPlace): Promise<Prepared>;
  /** Of those with the same word one is opened after the other, over all processes: what `prepare` finds holds until it is on record. */
  readonly serial?: string;
  /** Who serves without competing: judges, moderators and the like. */
  readonly staff?: readonly Contestant[];
  readonly roster?: readonly Contestant[];
  /** What contestants may do; they only read otherwise. */
  readonly tier?: Tier;
  /** Several contestants may write in the user's folder: that was said aloud. */
  readonly inPlace?: boolean;
  /** What is asked, where the format says that itself. */
  readonly prompt?: string;
  /** Sentences before anything is played. */
  readonly notes?: readonly string[];
}

export interface PlayPlace extends Omit<FormatSetup, 'options'> {
  readonly cwd: string;
  readonly limits: Limits;
  /** Another machine plays it: what this one has or lacks says nothing. */
  readonly away?: true;
  /** It is about to be on record; else it is only told what would be played. */
  readonly opens?: true;
}

export interface Prepared {
  readonly options: Given;
  readonly limits?: Limits;
  /** Content that the options name. */
  readonly blobs: readonly StagedBlob[];
}

export interface FormatSetup<Options = Given> {
  readonly roster: readonly Contestant[];
  /** Judges, moderators and the like. */
  readonly staff: readonly Contestant[];
  readonly options: Options;
  readonly task: { readonly tier: Tier; readonly prompt: string };
}

export interface ExpectedAttempt {
  readonly contestant: Contestant;
  readonly tier: Tier;
  /** So many of the same; absent: one. */
  readonly times?: number;
  /** Of a contest that is a step of it. */
  readonly format?: string;
}

export interface FormatEnd<Result extends FormatResult = never> {
  /** In the order of the roster. */
  readonly results: readonly AttemptResult[];
  readonly outcome: ContestClosed['outcome'];
  /** What it came to, where that is more than the answers. */
  readonly result?: Result;
  /** What it requires was not met by anybody: a check, a finding above a limit. */
  readonly checkFailed?: true;
  /** It is not over: somebody may resume it, and this is what it comes to so far. A text says why. */
  readonly paused?: true | string;
}

export function defineFormat<
  Request extends z.ZodObject,
  Options extends z.ZodType,
  Result extends FormatResult = never,
>(spec: FormatSpec<Request, Options, Result>): Format<Result, Request> {
  return made(spec, { request: () => spec.request, options: () => spec.options });
}

/** Schemas that are made when they are needed, for a format whose every start counts. */
export interface LateSchemas<Request extends z.ZodObject, Options extends z.ZodType> {
  /** Of settings alone: it is asked only where their rules do not say that all is well. */
  request(): Request;
  /** Asked only where these are not plainly right. */
  options(): Options;
  /** Whether options are right, and need no default. */
  isPlain?(options: Given): boolean;
}

export function defineLateFormat<Request extends z.ZodObject, Options extends z.ZodType>({
  request,
  options,
  ...spec
}: Omit<FormatSpec<Request, Options>, 'request' | 'options'> & LateSchemas<Request, Options>): Format<
  never,
  Request
> {
  const said = (given: Given) => plainly(spec.name, given) as z.output<Request> | undefined;
  return made(spec, { ...spec, request: once(request), options: once(options), said });
}

function made<Request extends z.ZodObject, Options extends z.ZodType, Result extends FormatResult>(
  spec: Omit<FormatSpec<Request, Options, Result>, 'request' | 'options'>,
  schemas: LateSchemas<Request, Options> & { said?(given: Given): z.output<Request> | undefined },
): Format<Result, Request> {
  const { name, version, about, result, tellsSoFar } = spec;
  const isPlain = (given: Given) => schemas.isPlain?.(given) === true;
  const checked = (given: Given) =>
    isPlain(given)
      ? (given as z.output<Options>)
      : checkedBy(schemas.options(), given, `the options of ${name}`);
  const said = (given: Given) => schemas.said?.(given) ?? checkedBy(schemas.request(), given, name);
  const issuesOf = (given: Given) =>
    isPlain(given) ? [] : (schemas.options().safeParse(given).error?.issues ?? []);
  return {
    name,
    version,
    about,
    issuesOf,
    get request() {
      return schemas.request();
    },
    get options() {
      return schemas.options();
    },
    checkOptions: (given) => void checked(given),
    result,
    tellsSoFar: tellsSoFar || undefined,
    oldest: spec.oldest,
    workspaces: spec.workspaces === true,
    bare: spec.bare === true,
    asksAboutTokens: (setup) =>
      spec.asksAboutTokens?.({ ...setup, options: checked(setup.options) }) ?? false,
    fewest: spec.fewest ?? 1,
    contestants: (given) => spec.contestants?.(said(given)) ?? {},
    setUp: async (given, scene) => await spec.setUp(said(given), scene),
    shows(opened) {
      const { shows } = spec;
      if (shows === false) return () => false;
      const isRight = shows !== undefined && issuesOf(opened.options).length === 0;
      const read = isRight ? checked(opened.options) : undefined;
      return (end) => (isRight ? shows(end, read as z.output<Options>) : undefined) ?? end.role === undefined;
    },
    expects: (setup) => spec.expects({ ...setup, options: checked(setup.options) }),
    play: (contest) => spec.play(contest, checked(contest.opened.options)),
  };
}

function once<T>(make: () => T): () => T {
  let thing: T | undefined;
  return () => {
    thing ??= make();
    return thing;
  };
}

/** One error that names the first thing that is wrong; before anything is recorded or spent. */
export function checkedBy<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  what: string,
): z.output<Schema> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : undefined;
  const [first] = issue?.path ?? [];
  const setting = unknown ?? (first === undefined ? undefined : String(first));
  const where = unknown ?? (issue?.path.join('.') || what);
  throw new JoustError(
    unknown === undefined
      ? `${what}: ${where} is not allowed: expected ${issue?.message ?? 'something else'}`
      : `${what}: there is no setting ${unknown}`,
    {
      code: 'usage',
      setting,
      hint:
        'shape' in schema
          ? `Settings there: ${Object.keys(schema.shape as object).join(', ') || 'none'}.`
          : 'See the schema of the format.',
    },
  );
}
