// Performs an operation for any surface: checks who calls and what was given, finds the contest it is about, and asks first
// if its effect calls for that. The rules of the effects are here and nowhere else.
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { JoustError } from '../domain/joust-error.ts';
import { describedIn } from '../domain/settings/setting.ts';
import { checkedBy, type Given } from '../formats/format.ts';
import { checkTaskPath } from '../play/task/task-place.ts';
import type {
  AnyOperation,
  OperationContext,
  OperationSpec,
  PerformedSpec,
  Playable,
  Playing,
  PlayingSpec,
  Prepared,
} from './operation.ts';

/** Who calls, and how that caller can agree. */
export type Consent =
  | {
      /** At a terminal, or with the token of the page. */
      readonly from: 'person';
      /** Agreed beforehand: `--yes`, or `yes` in a request. It never publishes anything. */
      readonly yes: boolean;
      /** Asks now; absent: there is nobody to ask. */
      ask?(prepared: Prepared<unknown>): Promise<boolean>;
      /** Only looks at what would happen: nothing is asked, changed or spent. */
      readonly dryRun?: boolean;
      /** What the person saw and agreed to: the `confirm` of the answer before. */
      readonly confirmed?: string | undefined;
    }
  /** Over MCP. `mayChange`: the server was started with --allow-write. */
  | { readonly from: 'program'; readonly mayChange: boolean }
  /** The host program of the library is the user's: the call is the consent. */
  | { readonly from: 'host' };

export interface Performing extends Omit<OperationContext, 'caller'> {
  readonly consent: Consent;
}

export interface Performed<Output> {
  /** False: it was only looked at, or the user said no. */
  readonly done: boolean;
  readonly output: Output;
  /** Stands for what was shown. A page sends it back to agree to exactly that. */
  readonly confirm?: string;
}

export async function perform<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: PerformedSpec<Input, Output>,
  given: Given,
  performing: Performing,
): Promise<Performed<z.output<Output>>> {
  const { input, context } = await checkedCall(operation, given, performing);
  if ('run' in operation) return { done: true, output: await operation.run(input, context) };
  const prepared = await operation.prepare(input, context);
  try {
    return await carriedOut(operation, prepared, performing.consent);
  } finally {
    await prepared.close?.();
  }
}

async function carriedOut<Output>(
  operation: AnyOperation,
  prepared: Prepared<Output>,
  consent: Consent,
): Promise<Performed<Output>> {
  const shown = { done: false, output: prepared.would };
  if (consent.from === 'person' && consent.dryRun === true) return shown;
  if (prepared.question === undefined)
    return operation.effect === 'spend' ? { done: true, output: await prepared.go() } : shown;
  const confirm = digestOf(operation.name, prepared.would);
  if (await isAgreed(operation, prepared, { consent, confirm }))
    return { done: true, output: await prepared.go() };
  return operation.effect === 'publish' ? { ...shown, confirm } : shown;
}

/** What to play for an operation that plays a contest. */
export async function readied<Input extends z.ZodObject>(
  operation: PlayingSpec<Input>,
  { given, playing }: { readonly given: Given; readonly playing: Playing },
  performing: Performing,
): Promise<Playable> {
  const { input, context } = await checkedCall(operation, given, performing);
  return await operation.ready(input, { ...context, playing });
}

/** The contest that a call is about. */
export async function meantBy<Input extends z.ZodObject>(
  operation: OperationSpec<Input, z.ZodType>,
  given: Given,
  performing: Performing,
): Promise<{ readonly id: string }> {
  const { input } = await checkedCall(operation, given, performing);
  const { id } = input as { readonly id?: unknown };
  if (typeof id === 'string') return { id };
  throw new Error(`${operation.name} is about no contest`);
}

interface Agreement {
  readonly consent: Consent;
  readonly confirm: string;
}

async function isAgreed(
  { name, effect }: AnyOperation,
  prepared: Prepared<unknown>,
  { consent, confirm }: Agreement,
): Promise<boolean> {
  if (consent.from === 'host') return true;
  if (effect === 'spend') return await isAgreedToSpend(name, prepared, consent);
  if (consent.from === 'program') return effect === 'change' && consent.mayChange;
  const { yes, ask, confirmed } = consent;
  if (effect !== 'publish') return yes || ((await ask?.(prepared)) ?? false);
  if (ask !== undefined) return await ask(prepared);
  if (!yes || confirmed !== undefined) return confirmed === confirm;
  throw new JoustError(`${name} publishes text, and a yes given beforehand doesn't count`, {
    code: 'usage',
    hint: `Run joust ${name} on a terminal. Over HTTP, send back the confirm of the answer that shows the text.`,
  });
}

/** Above the user's limit. */
async function isAgreedToSpend(
  name: string,
  prepared: Prepared<unknown>,
  consent: Exclude<Consent, { from: 'host' }>,
): Promise<boolean> {
  if (consent.from === 'person' && consent.yes) return true;
  if (consent.from === 'person' && consent.ask !== undefined) return await consent.ask(prepared);
  throw new JoustError(`${name}: ${prepared.question}`, {
    code: 'budget',
    hint: 'This is above the limit. A person can agree beforehand with --yes, or ask for less.',
  });
}

/** Of the text that was shown: only the same text can be agreed to. */
function digestOf(name: string, would: unknown): string {
  return createHash('sha256').update(name).update(JSON.stringify(would)).digest('hex').slice(0, 32);
}

async function checkedCall<Input extends z.ZodObject>(
  operation: OperationSpec<Input, z.ZodType>,
  given: Given,
  { consent, ...rest }: Performing,
): Promise<{ readonly input: z.output<Input>; readonly context: OperationContext }> {
  checkCaller(operation, consent);
  checkPaths(operation, given, rest);
  const input = await checkedInput(operation, given, rest);
  return { input, context: { ...rest, caller: consent.from === 'program' ? 'programs' : 'people' } };
}

/** The library may call everything. */
function checkCaller({ name, callers = ['people'] }: AnyOperation, { from }: Consent): void {
  const caller = from === 'program' ? 'programs' : 'people';
  if (from === 'host' || callers.includes(caller)) return;
  throw new JoustError(`${name} is not for ${caller}`, {
    code: 'usage',
    hint: `A person can: joust ${name}`,
  });
}

/**
 * A program names files below its folders only, and folders too if the operation does more than read. A folder that only filters
 * the record reveals nothing.
 */
function checkPaths(
  { input, effect }: AnyOperation,
  given: Given,
  { program, machine, home }: Pick<OperationContext, 'program' | 'machine' | 'home'>,
): void {
  if (program === undefined) return;
  for (const { name, complete } of describedIn(input)) {
    const path = given[name];
    if (typeof path !== 'string') continue;
    if (complete === 'file' || (complete === 'folder' && effect !== 'read'))
      checkTaskPath(path, { cwd: machine.cwd, machine, home, program }, name);
  }
}

/** With the whole ID of the contest it is about, if it is about one. */
async function checkedInput<Input extends z.ZodObject>(
  { name, input, fits, fitsFor }: OperationSpec<Input, z.ZodType>,
  given: Given,
  { archive }: Pick<OperationContext, 'archive'>,
): Promise<z.output<Input>> {
  const missing = describedIn(input).find((one) => one.required === true && given[one.name] === undefined);
  if (missing !== undefined)
    throw new JoustError(`${name}: ${missing.name} is missing`, {
      code: 'usage',
      setting: missing.name,
      hint: `Give ${missing.name}: ${missing.help}.`,
    });
  const checked = checkedBy(input, given, name);
  const { id } = checked as { readonly id?: unknown };
  if (typeof id !== 'string') return checked;
  return { ...checked, id: await archive.find(id, fitsFor?.(checked) ?? fits) };
}
