// The commands of operations, one for each as it describes itself.
import {
  asksFirst,
  type DescribedOperation,
  describedOperations,
} from '../../../../domain/settings/described-operations.ts';
import type { CommandSpec, CommandWords, OptionSpec } from '../command.ts';
import { optionsOf } from '../contest-options.ts';

const json: OptionSpec = { type: 'boolean', help: 'machine-readable output' };
const markdown: OptionSpec = { type: 'boolean', help: 'as Markdown' };
const consentOptions: Readonly<Record<string, OptionSpec>> = {
  'dry-run': { type: 'boolean', help: 'only show what would happen' },
  yes: { type: 'boolean', short: 'y', help: 'go ahead without being asked' },
};

export const operationSpecs: readonly CommandSpec[] = describedOperations.map(operationSpec);

export function operationSpec(operation: DescribedOperation): CommandSpec {
  const { name, group, summary, details, examples, page, settings, hasDocument } = operation;
  return {
    name,
    group,
    summary,
    details,
    usage: ['[options]', ...wordsText(operation)].join(' '),
    words: wordsOf(operation),
    options: {
      ...optionsOf(settings),
      ...(asksFirst(operation) ? consentOptions : {}),
      ...(hasDocument ? { markdown } : {}),
      json,
    },
    examples,
    page,
    load: async () => (await import('../../commands/operation-command.ts')).operationCommand(operation),
  };
}

function wordsOf({ words = [], settings }: DescribedOperation): CommandWords {
  const inputs = words.map((word) => settings.find(({ name }) => name === word));
  const isIdOptional = words[0] === 'id' && inputs[0]?.required !== true;
  return {
    min: inputs.filter((one) => one?.required === true).length,
    max: words.length,
    ...(isIdOptional && words.length > 1 ? { id: true as const } : {}),
    complete: inputs[0]?.complete,
  };
}

function wordsText({ words = [], settings }: DescribedOperation): readonly string[] {
  return words.map((word) => {
    const { value = word.toUpperCase(), required } = settings.find(({ name }) => name === word) ?? {};
    return required === true ? value : `[${value}]`;
  });
}
