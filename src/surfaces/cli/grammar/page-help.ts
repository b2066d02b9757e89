// What `joust help COMMAND` tells beyond --help: what its page says of it, more lines to copy, what a config can say once and for
// all, and where to read on.
import { existsSync, readFileSync } from 'node:fs';
import { describedFormats, settingsOf } from '../../../domain/settings/settings.ts';
import { packagePath } from '../../../process/package-path.ts';
import type { CommandSpec } from './command.ts';
import { kebab } from './contest-options.ts';
import { entry, linesToCopy } from './help.ts';

export function pageHelp(command: CommandSpec, columns: number): string {
  const path = packagePath(`docs/${command.page}.md`);
  const page = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const keys = configKeys(command);
  const parts = [
    ...leadOf(page, command).map((paragraph) => entry('', paragraph, columns)),
    linesToCopy('More examples', linesOf(page, command)),
    keys.length === 0
      ? ''
      : entry(
          '',
          `Keys of your config that it heeds (joust config set KEY VALUE): ${keys.join(', ')}.`,
          columns,
        ),
    `Read on: ${path}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The paragraphs before anything else on a page that is about this command alone. */
function leadOf(page: string, { name, page: of }: CommandSpec): readonly string[] {
  if (of !== `formats/${name}`) return [];
  const [lead = ''] = page.replace(/^# .*\n/, '').split(/^(?:```|##|<!--)/m, 1);
  return lead
    .split('\n\n')
    .map((paragraph) => paragraph.trim().replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1'))
    .filter((paragraph) => paragraph !== '' && !paragraph.endsWith(':'));
}

/** Lines of the page that run this command, with what they say of themselves. */
function linesOf(page: string, { name, examples }: CommandSpec): readonly string[] {
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, lines = '']) => lines.split('\n'));
  const isOne = name === 'ask' ? /(?:^|\| )joust (?:ask |")/ : new RegExp(`(?:^|\\| )joust ${name}(?: |$)`);
  return blocks.filter((line) => isOne.test(line) && !examples.some((one) => line.startsWith(one)));
}

/** The keys of a config that say what its options say, or what it has no option for. */
function configKeys({ page, options }: CommandSpec): readonly string[] {
  const format = describedFormats.find(({ name }) => page === `formats/${name}`);
  if (format === undefined || !('dry-run' in options)) return [];
  return settingsOf(format).flatMap(({ name, config, flag }) =>
    config !== undefined &&
    (kebab(name) in options || (flag === false && format.settings.some((one) => one.config === config)))
      ? [config]
      : [],
  );
}
