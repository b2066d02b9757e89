// Values of variables that contestants are given: on record only as keyed hashes, and found again by these where somebody plays on.
import { createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contestant } from '../../domain/contestant.ts';
import { readSmallFile } from '../../process/files/small-file.ts';

type Variables = Readonly<Record<string, string>>;

export interface Vault {
  /** As it may go on record; its values are known from now on. */
  seal(contestant: Contestant): Contestant;
  /** As it may play. A value that nobody here knows stays sealed. Old records hold values in clear, which stay as they are. */
  open(contestant: Contestant): Contestant;
  /** All values that are known here, of whatever contestant. */
  values(): readonly (readonly [name: string, value: string])[];
  /** Variables whose value is not here any more, and those that have another one now. */
  look(contestant: Contestant): { readonly missing: readonly string[]; readonly other: readonly string[] };
}

const mark = 'sealed:hmac-sha256:';

export function isSealed(value: string): boolean {
  return value.startsWith(mark);
}

/** `known`: what the user's config gives to contestants now. */
export function createVault(home: string, known: readonly Variables[] = []): Vault {
  const values = new Map<string, Set<string>>();
  const learn = (variables: Variables) => {
    for (const [name, value] of Object.entries(variables))
      if (!isSealed(value)) values.set(name, (values.get(name) ?? new Set()).add(value));
  };
  known.forEach(learn);
  let key: string | undefined;
  const sealed = (name: string, value: string) => {
    if (isSealed(value)) return value;
    key ??= keyOf(home);
    return mark + createHmac('sha256', key).update(`${name}\0${value}`).digest('hex').slice(0, 32);
  };
  /** The very value; else the only one of that name, which came in its place. */
  const found = (
    name: string,
    value: string,
  ): { readonly value: string; readonly same: boolean } | undefined => {
    if (!isSealed(value)) return { value, same: true };
    const here = [...(values.get(name) ?? [])];
    const same = here.find((one) => sealed(name, one) === value);
    if (same !== undefined) return { value: same, same: true };
    return here.length === 1 && here[0] !== undefined ? { value: here[0], same: false } : undefined;
  };
  return {
    seal(contestant) {
      learn(contestant.environment ?? {});
      return changed(contestant, sealed);
    },
    open: (contestant) => changed(contestant, (name, value) => found(name, value)?.value ?? value),
    values: () => [...values].flatMap(([name, all]) => [...all].map((value) => [name, value] as const)),
    look({ environment = {} }) {
      const names = (fits: (one: ReturnType<typeof found>) => boolean) =>
        Object.entries(environment).flatMap(([name, value]) => (fits(found(name, value)) ? [name] : []));
      return { missing: names((one) => one === undefined), other: names((one) => one?.same === false) };
    },
  };
}

function changed(contestant: Contestant, change: (name: string, value: string) => string): Contestant {
  if (contestant.environment === undefined) return contestant;
  const entries = Object.entries(contestant.environment).map(([name, value]) => [name, change(name, value)]);
  return { ...contestant, environment: Object.fromEntries(entries) };
}

const keyLength = 64;

/** Not in the ledger, which may be copied or sent: without it nobody can try values against the hashes. */
function keyOf(home: string): string {
  const path = join(home, 'seal.key');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  try {
    const fresh = crypto.getRandomValues(Buffer.alloc(keyLength / 2)).toString('hex');
    writeFileSync(path, fresh, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = readSmallFile(path) ?? '';
  if (key.length !== keyLength) throw new Error(`${path} is not whole; remove it, and a new one is made`);
  return key;
}
