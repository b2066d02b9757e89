// Performs an operation for any surface: checks who calls and what was given, finds the contest it is about, and asks first
// if its effect calls for that. How a yes is given is up to the surface.
import type { z } from 'zod';
import { JoustError } from '../domain/joust-error.ts';
import type { Caller } from '../domain/settings/described-operations.ts';
import { describedIn } from '../domain/settings/setting.ts';
import { checkedBy, type Given } from '../formats/format.ts';
import type { AnyOperation, OperationContext, OperationSpec, Prepared } from './operation.ts';

export interface Performing extends OperationContext {
  readonly caller: Caller;
  /** Asks the user. Absent: the call itself is the consent, as in a host program. */
  consent?(prepared: Prepared<unknown>): Promise<boolean>;
}

export interface Performed<Output> {
  /** False: it was only looked at, or the user said no. */
  readonly done: boolean;
  readonly output: Output;
}

export async function perform<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: OperationSpec<Input, Output>,
  given: Given,
  performing: Performing,
): Promise<Performed<z.output<Output>>> {
  checkCaller(operation, performing.caller);
  const input = await checkedInput(operation, given, performing);
  if ('run' in operation) return { done: true, output: await operation.run(input, performing) };
  const prepared = await operation.prepare(input, performing);
  if (prepared.question === undefined) return { done: false, output: prepared.would };
  const isAgreed = await (performing.consent?.(prepared) ?? true);
  return isAgreed ? { done: true, output: await prepared.go() } : { done: false, output: prepared.would };
}

function checkCaller({ name, callers = ['people'] }: AnyOperation, caller: Caller): void {
  if (callers.includes(caller)) return;
  throw new JoustError(`${name} is not for ${caller}`, {
    code: 'usage',
    hint: `A person can: joust ${name}`,
  });
}

/** With the whole ID of the contest it is about, if it is about one. */
async function checkedInput<Input extends z.ZodObject>(
  { name, input, fits }: OperationSpec<Input, z.ZodType>,
  given: Given,
  { archive }: OperationContext,
): Promise<z.output<Input>> {
  const missing = describedIn(input).find((one) => one.required === true && given[one.name] === undefined);
  if (missing !== undefined)
    throw new JoustError(`${name}: ${missing.name} is missing`, {
      code: 'usage',
      hint: `Give ${missing.name}: ${missing.help}.`,
    });
  const checked = checkedBy(input, given, name);
  const { id } = checked as { readonly id?: unknown };
  return typeof id === 'string' ? { ...checked, id: await archive.find(id, fits) } : checked;
}
