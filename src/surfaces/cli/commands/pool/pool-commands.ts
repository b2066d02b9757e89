// joust worker: makes this machine a host of the pool.

import { exitCode, JoustError } from '../../../../domain/joust-error.ts';
import { type PoolKind, poolKinds } from '../../../../domain/settings/pool-kinds.ts';
import { durationMs } from '../../../../domain/settings/rule.ts';
import { anyLabel, drainHost, poolLabel } from '../../../../pool/pool.ts';
import { joustHome } from '../../../../process/machine.ts';
import { visibleLine } from '../../../../views/visible.ts';
import { type CommandInput, type CommandProgram, flag, text } from '../../grammar/command.ts';

const usualPlaces = 4;
const mostPlaces = 256;
const usualLossMs = 15_000;
const shortestLossMs = 1000;

export const workerCommand: CommandProgram = async (input, { machine, stderr, signal }) => {
  const home = joustHome(machine);
  if (flag(input, 'drain')) {
    stderr.write(`${await drainHost(machine, home)}\n`);
    return exitCode.ok;
  }
  const asked = {
    places: placesOf(input),
    labels: listed(input, 'labels')?.map(poolLabel) ?? [anyLabel],
    kinds: kindsOf(input),
    lostAfterMs: lossOf(input),
    untilEmpty: flag(input, 'until-empty'),
    say: (line: string) =>
      void stderr.write(`${new Date().toISOString().slice(11, 19)} ${visibleLine(line)}\n`),
  };
  const { runWorker } = await import('../../../../pool/worker.ts');
  await runWorker(asked, { machine, home, signal });
  return signal.aborted ? exitCode.interrupted : exitCode.ok;
};

function placesOf(input: CommandInput): number {
  const said = text(input, 'places');
  const places = said === undefined ? usualPlaces : Number(said);
  if (Number.isInteger(places) && places >= 1 && places <= mostPlaces) return places;
  throw wrong('--places', said, `a number from 1 to ${mostPlaces}`);
}

function lossOf(input: CommandInput): number {
  const said = text(input, 'lost-after');
  const ms = said === undefined ? usualLossMs : durationMs(said);
  if (ms !== undefined && ms >= shortestLossMs) return ms;
  throw wrong('--lost-after', said, 'a time of a second or more such as 15s');
}

function kindsOf(input: CommandInput): readonly PoolKind[] {
  const said = listed(input, 'accept');
  if (said === undefined) return poolKinds;
  const strange = said.find((kind) => !(poolKinds as readonly string[]).includes(kind));
  if (strange !== undefined) throw wrong('--accept', strange, `some of ${poolKinds.join(', ')}`);
  return poolKinds.filter((kind) => said.includes(kind));
}

function listed(input: CommandInput, name: string): readonly string[] | undefined {
  const said = text(input, name);
  const words = said?.split(',').map((word) => word.trim());
  if (words?.some((word) => word === '') === true)
    throw wrong(`--${name}`, said, 'names with commas between');
  return words;
}

function wrong(option: string, said: string | undefined, expected: string): JoustError {
  return new JoustError(`${option} ${said} is not ${expected}`, { code: 'usage', hint: `Give ${expected}.` });
}
