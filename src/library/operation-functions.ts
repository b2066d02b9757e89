// Every operation as a function, made from its description. The host program is the user's, so a call is the consent.
import type { z } from 'zod';
import { type OperationName, type Operations, operationNamed, operationNames } from '../all.ts';
import type { OperationSpec } from '../operations/operation.ts';
import { perform } from '../operations/perform.ts';
import { openArchive } from '../record/archive.ts';
import type { SpeakerOptions } from './on-record.ts';
import { hostProgram, placeOf } from './play-format.ts';

type InputOf<Operation> = Operation extends OperationSpec<infer Input, z.ZodType> ? z.input<Input> : never;
type OutputOf<Operation> =
  Operation extends OperationSpec<z.ZodObject, infer Output> ? z.output<Output> : never;

export type OperationFunctions = {
  readonly [Name in OperationName]: (
    input?: Readonly<Partial<InputOf<Operations[Name]>>>,
    options?: SpeakerOptions,
  ) => Promise<OutputOf<Operations[Name]>>;
};

export const operations = Object.fromEntries(
  operationNames.map((name) => [name, operationFunction(name)]),
) as unknown as OperationFunctions;

function operationFunction(name: OperationName) {
  return async (input: object = {}, { caller: program = hostProgram, ...options }: SpeakerOptions = {}) => {
    const { home, machine, openLedger } = placeOf(options);
    await using archive = openArchive(home, machine, openLedger);
    const performing = { machine, home, archive, speaker: { program }, caller: 'people' } as const;
    return (await perform(await operationNamed(name), { ...input }, performing)).output;
  };
}
