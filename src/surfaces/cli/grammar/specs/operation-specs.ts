// The commands of operations, one for each as it describes itself.
import {
  asksFirst,
  type DescribedOperation,
  describedOperations,
  wordCount,
} from '../../../../domain/settings/described-operations.ts';
import { playedSettings } from '../../../../domain/settings/played-settings.ts';
import type { Setting } from '../../../../domain/settings/settings.ts';
import { terminalPrograms } from '../../commands/terminal-programs.ts';
import type { CommandSpec, CommandWords, OptionSpec } from '../command.ts';
import {
  cassetteOptions,
  ciOptions,
  detachOption,
  optionsOf,
  playOptions,
  startOptions,
} from '../contest-options.ts';
import { optionsOfFormat, whenAsked } from './format-specs.ts';

type Options = CommandSpec['options'];

const json: OptionSpec = { type: 'boolean', help: 'machine-readable output' };
const jsonLines: OptionSpec = { type: 'boolean', help: 'machine-readable output, one JSON object a line' };
const markdown: OptionSpec = { type: 'boolean', help: 'as Markdown' };
const consentOptions: Options = {
  'dry-run': { type: 'boolean', help: 'only show what would happen' },
  yes: { type: 'boolean', short: 'y', help: 'go ahead without being asked' },
};

export const operationSpecs: readonly CommandSpec[] = describedOperations.map(operationSpec);

export function operationSpec(operation: DescribedOperation): CommandSpec {
  const { name, usual, group, summary, details, examples, page, effect, settings } = operation;
  const words = new Set(operation.words);
  const options = whenAsked(() => ({
    ...optionsOf(settings.filter((one) => !words.has(one.name))),
    ...moreOptions(operation),
    ...terminalPrograms[name]?.options,
  }));
  return {
    name,
    usual,
    group,
    summary,
    effect,
    details: terminalPrograms[name]?.details ?? details,
    usage: terminalPrograms[name]?.usage ?? ['[options]', ...wordsText(operation)].join(' '),
    words: terminalPrograms[name]?.words ?? wordsOf(operation),
    get options() {
      return options();
    },
    examples,
    page,
    async load() {
      const commands = await import('../../commands/operation-command.ts');
      const derived = commands.operationCommand(operation, terminalPrograms[name]?.instead);
      return (await terminalPrograms[name]?.load?.(derived)) ?? derived;
    },
  };
}

/** What every command of its kind has. */
function moreOptions(operation: DescribedOperation): Options {
  const { hasDocument, hasJsonLines, plays, playsOn } = operation;
  if (plays !== undefined)
    return {
      ...(plays.takes === 'prompt' ? optionsOfFormat(plays.format) : optionsOf(playedSettings(plays))),
      ...playOptions,
      ...(plays.type === 'new' ? startOptions : detachOption),
      ...(plays.cassettes && cassetteOptions),
      ...(plays.ci && ciOptions),
    };
  return {
    ...(asksFirst(operation) ? consentOptions : {}),
    ...(playsOn ? { ...playOptions, ...detachOption } : {}),
    ...(hasDocument ? { markdown } : {}),
    json: hasJsonLines ? jsonLines : json,
  };
}

function wordsOf(operation: DescribedOperation): CommandWords {
  const { words = [], settings } = operation;
  const inputs = inputsOf(words, settings);
  const others = inputs.slice(1);
  const isIdOptional =
    words[0] === 'id' && inputs[0]?.required !== true && others.every((one) => one?.required);
  return {
    min: inputs.filter((one) => one?.required === true).length,
    max: wordCount(operation),
    ...(isIdOptional && others.length > 0 ? { id: true as const } : {}),
    complete: inputs[0]?.complete ?? wordsToOffer(inputs[0]),
  };
}

function wordsToOffer(input: Setting | undefined): readonly string[] | undefined {
  return input?.rule.type === 'word' ? input.rule.words : undefined;
}

function inputsOf(words: readonly string[], settings: readonly Setting[]): readonly (Setting | undefined)[] {
  return words.map((word) => settings.find(({ name }) => name === word));
}

function wordsText({ words = [], settings, plays }: DescribedOperation): readonly string[] {
  const own = words.map((word) => {
    const { value = word.toUpperCase(), required, rule } = settings.find(({ name }) => name === word) ?? {};
    const text = rule?.type === 'list' ? `${value}...` : value;
    return required === true ? text : `[${text}]`;
  });
  return plays?.takes === 'prompt' ? [...own, 'PROMPT'] : own;
}
