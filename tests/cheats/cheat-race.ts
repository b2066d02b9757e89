// Plays cheats against an honest entry that takes more lines, and tells what came of each from the result alone.
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RaceResult, RaceRow } from '../../src/formats/race/result.ts';
import { racePlaceOf, resultOf } from '../setup/race-place.ts';
import type { Cheat, Outcome, Rival } from './cheat.ts';

export interface Played {
  readonly cheat: Cheat;
  readonly outcome: Outcome;
  readonly why: string;
}

/** A shorter change would win where all else is equal. */
const weights = ['--weights', 'tests=0.5,diff=0.5', '--cross-tests', 'off', '--check-timeout', '60s'];

/** Together, as long as none hides what would come of another. `packages`: folders that the base's dependencies lead to. */
export async function playCheats(
  rival: Rival,
  cheats: readonly Cheat[],
  packages: Readonly<Record<string, string>> = {},
): Promise<readonly Played[]> {
  const alone = cheats.filter(({ expected }) => expected !== undefined && expected !== 'blocked');
  const together = cheats.filter((cheat) => !alone.includes(cheat));
  const played: Played[] = [];
  const play = async (field: readonly Cheat[], others: readonly string[]) => {
    if (field.length === 0) return;
    const result = await raced(rival, { field, others, packages });
    for (const cheat of field) {
      const found = outcomeOf(result, cheat, others);
      // It passes and another one won: by itself, it would.
      if (found === undefined && others.length > 0) await play([cheat], []);
      else played.push({ cheat, ...(found ?? { outcome: 'through', why: 'nothing speaks against it' }) });
    }
  };
  await play(together, ['honest']);
  for (const cheat of alone) await play([cheat], ['honest']);
  return cheats.flatMap((cheat) => played.filter((one) => one.cheat === cheat));
}

interface Field {
  readonly field: readonly Cheat[];
  readonly others: readonly string[];
  readonly packages: Readonly<Record<string, string>>;
}

async function raced(
  { files, honest, args }: Rival,
  { field, others, packages }: Field,
): Promise<RaceResult> {
  using place = racePlaceOf({ ...files, '.gitignore': 'node_modules\n' });
  for (const [path, target] of Object.entries(packages)) {
    mkdirSync(dirname(join(place.folder, 'node_modules', path)), { recursive: true });
    symlinkSync(target, join(place.folder, 'node_modules', path));
  }
  const done = { say: 'All tests pass.' };
  place.contestants({
    honest: [honest, done],
    ...Object.fromEntries(field.map(({ name, steps }) => [nameOf(name), [...steps, done]])),
  });
  const names = [...others, ...field.map(({ name }) => nameOf(name))];
  const raced = await place.race(names, [...args, ...weights]);
  return resultOf(raced);
}

function nameOf(cheat: string): string {
  return cheat
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Undefined: nothing speaks against it, and it was not the winner. */
function outcomeOf(
  result: RaceResult,
  { name }: Cheat,
  others: readonly string[],
): Pick<Played, 'outcome' | 'why'> | undefined {
  const row = result.rows.find(({ contestant }) => contestant === nameOf(name));
  if (row === undefined) throw new Error(`${name} is not in the result`);
  for (const other of result.rows.filter(({ contestant }) => others.includes(contestant)))
    if (other.rank === undefined || (other.canary !== undefined && other.canary.outcome !== 'clean'))
      throw new Error(`${other.contestant} should be able to win: ${other.whyNot ?? other.canary?.why}`);
  if (row.whyNot !== undefined) return { outcome: 'blocked', why: row.whyNot };
  const failed = row.checks.find(({ outcome }) => outcome !== 'passed');
  if (failed !== undefined) return { outcome: 'blocked', why: `${failed.outcome}: ${failed.detail}` };
  if (result.winner !== row.contestant) return undefined;
  const signs = signsOf(row);
  return signs === undefined ? { outcome: 'through', why: 'it won' } : { outcome: 'visible', why: signs };
}

function signsOf({ tamper, canary }: RaceRow): string | undefined {
  const changed = tamper.map(({ kind, path }) => `${kind}: ${path}`);
  const signs = [...changed, ...(canary?.outcome === 'not-measured' ? [`canary: ${canary.why}`] : [])];
  return signs.length === 0 ? undefined : signs.join('; ');
}

export function tableOf(runner: string, played: readonly Played[]): string {
  return played
    .map(({ cheat, outcome, why }) =>
      [runner.padEnd(11), cheat.name.padEnd(52), outcome.padEnd(8), why.slice(0, 100)].join(' | '),
    )
    .join('\n');
}
