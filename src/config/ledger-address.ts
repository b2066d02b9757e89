// Where the user's record is: an address in JOUST_LEDGER, or under [ledger] in the user's own file. No project says that.
import { JoustError } from '../domain/joust-error.ts';
import { readConfigFile } from '../process/files/config-file.ts';
import { visible } from './config.ts';
import { type ConfigMachine, userConfigFile } from './named-extensions.ts';

/** Undefined: in joust's home. Most files say nothing of it: then no parser is loaded. */
export function ledgerAddress(
  machine: ConfigMachine,
): string | undefined | (() => Promise<string | undefined>) {
  const said = machine.env['JOUST_LEDGER'];
  if (said !== undefined && said !== '') return said;
  const path = userConfigFile(machine);
  const text = readConfigFile(path)?.text ?? '';
  return /ledger|\\u/i.test(text) ? () => addressIn(path, text) : undefined;
}

/** Only this table is looked at: what else the file may hold is known once its extensions are. */
async function addressIn(path: string, text: string): Promise<string | undefined> {
  const { readToml } = await import('./toml/toml.ts');
  const { ledger } = readToml(text, path).table;
  if (ledger === undefined) return undefined;
  const { url, ...others } =
    typeof ledger === 'object' && ledger !== null ? (ledger as Record<string, unknown>) : {};
  if (typeof url === 'string' && Object.keys(others).length === 0) return url;
  throw new JoustError(`${visible(path)}: [ledger] has to have a url, and nothing else`, {
    code: 'config',
    hint: 'Write url = "postgres://USER:PASSWORD@HOST:5432/DATABASE" there, or take the table out.',
  });
}
