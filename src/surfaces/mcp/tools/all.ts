// Every tool, and what they work with: loaded by the first who asks for either.

import { extensionsAt } from '../../../play/extensions/extended-config.ts';
import { callersByClient, callersNamed } from '../../../play/roster/callers.ts';
import { joustHome, type Machine } from '../../../process/machine.ts';
import { openArchive, withoutNamesIn } from '../../../record/archive.ts';
import type { Desk, Tool } from '../tool.ts';
import { formatTools } from './format-tools.ts';
import { operationTools } from './operation-tools.ts';

export const allTools = async (): Promise<readonly Tool[]> => [...formatTools(), ...(await operationTools())];

/** Formats of extensions are tools as well. */
export async function loadBrought(machine: Machine): Promise<void> {
  await extensionsAt(machine, machine.cwd);
}

/** Callers wait for 60 s, some of them: by then they have something. */
const patienceMs = 45_000;

interface DeskRequest {
  readonly machine: Machine;
  readonly home?: string;
  readonly allowWrite: boolean;
  readonly allowChecks?: boolean;
}

/** Nothing is opened, looked for or written before the first call that needs it. */
export function openDesk({
  machine,
  home,
  allowWrite,
  allowChecks = false,
}: DeskRequest): Desk & AsyncDisposable {
  const placed = once(() => ({ machine, home: home ?? joustHome(machine) }));
  const opened = once(() => openArchive(placed.value().home, machine));
  const shown = once(() => withoutNamesIn(opened.value()));
  return {
    get place() {
      return placed.value();
    },
    archive: shown.value,
    leave: { mayWrite: allowWrite, mayCheck: allowWrite || allowChecks },
    patienceMs,
    [Symbol.asyncDispose]: async () => await opened.known()?.[Symbol.asyncDispose](),
  };
}

function once<T>(make: () => T): { value(): T; known(): T | undefined } {
  let made: { readonly value: T } | undefined;
  const value = () => {
    made ??= { value: make() };
    return made.value;
  };
  return { value, known: () => made?.value };
}

interface CallerRequest {
  readonly caller?: string | undefined;
  readonly remote?: boolean;
}

/** By the word of whoever set it up, else by what the client calls itself, else by the environment, where that is the caller's. */
export function callersOf(
  { caller, remote = false }: CallerRequest,
  client: string | undefined,
): readonly string[] | undefined {
  if (caller !== undefined) return callersNamed(caller);
  return callersByClient(client ?? '') ?? (remote ? [] : undefined);
}
