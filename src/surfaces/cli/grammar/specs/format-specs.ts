// The commands that play contests, one for each format as it describes itself. Apart from all others: a start of one has no use for those.
import { type DescribedFormat, describedFormats, settingsOf } from '../../../../domain/settings/settings.ts';
import type { CommandSpec, OptionSpec } from '../command.ts';
import { applyOption, ciOptions, formatOptions } from '../contest-options.ts';

/** What the command line alone adds to a format. */
const extras: Readonly<Record<string, Readonly<Record<string, OptionSpec>>>> = {
  arena: {
    series: {
      type: 'string',
      value: 'FILE',
      help: 'one arena for each line of this file, with a running tally',
      complete: 'file',
    },
    from: { type: 'string', value: 'N', help: 'the prompt of the series to begin with' },
    pending: { type: 'boolean', help: 'the arenas that are still to be picked' },
  },
  oracle: {
    context: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: 'a file it is shown, the same as --file; - is standard input',
      complete: 'file',
    },
  },
  review: {
    sarif: { type: 'string', value: 'FILE', help: 'write the findings as SARIF as well', complete: 'file' },
    ...ciOptions,
  },
  race: {
    ...applyOption,
    ...ciOptions,
  },
};

const hasCommand = ({ command }: DescribedFormat) => command !== 'own';

export const formatSpecs: readonly CommandSpec[] = describedFormats.filter(hasCommand).map(formatSpec);

/** Of the extensions that were loaded by now. */
export function extensionSpecs(): readonly CommandSpec[] {
  return describedFormats.filter((one) => one.extension !== undefined && hasCommand(one)).map(formatSpec);
}

function formatSpec(format: DescribedFormat): CommandSpec {
  const { name, group, summary, details, examples = [], extension } = format;
  const options = whenAsked(() => ({ ...formatOptions(format), ...extras[name] }));
  return {
    name,
    group,
    summary,
    effect: 'spend',
    usage: `[options] ${taken(format)}`,
    details,
    words: wordsOf(format),
    get options() {
      return options();
    },
    examples,
    page: extension === undefined ? `formats/${name}` : 'library',
    load: async () => (await import('../../commands/contest/contest-command.ts')).contestCommand(format),
  };
}

/** A line has one command, and there are dozens. */
export function whenAsked(make: () => CommandSpec['options']): () => CommandSpec['options'] {
  let made: CommandSpec['options'] | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function taken({ takes, settings }: DescribedFormat): string {
  if (takes === 'prompt') return 'PROMPT';
  if ('entries' in takes) return '[ID]';
  const own = settings.find(({ name }) => name === takes.setting);
  return takes.as === undefined ? `[${own?.value ?? takes.setting.toUpperCase()}]` : `[${takes.as}...]`;
}

/** What is a list is written word by word. */
function wordsOf({ takes, settings }: DescribedFormat): CommandSpec['words'] {
  if (takes === 'prompt') return { min: 0, max: 1 };
  if ('entries' in takes) return { min: 0, max: 1, complete: 'contest' };
  const said = settingsOf({ takes, settings }).find(({ name }) => name === takes.setting);
  return said?.rule.type === 'list' ? { min: 0, max: 200, complete: 'contestant' } : { min: 0, max: 1 };
}

/** Of the format of that name. */
export function optionsOfFormat(wanted: string | undefined): CommandSpec['options'] {
  const format = describedFormats.find(({ name }) => name === wanted);
  return format === undefined ? {} : formatOptions(format);
}
