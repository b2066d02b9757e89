// Changes a config file on the user's word: set and unset one key, or open it in an editor; never leaves a broken file behind.
import { JoustError } from '../domain/joust-error.ts';
import { configSettings } from '../domain/settings/settings.ts';
import {
  type ConfigFile,
  type ProjectPlace,
  projectFor,
  readConfigFile,
  replaceConfigFile,
} from '../process/files/config-file.ts';
import { type Machine, sha256 } from '../process/machine.ts';
import { openEditor } from '../process/spawn/terminal.ts';
import { keyText, visible } from './config.ts';
import { checkDocument, readLayer, refuseUsersOwn, unknownKey } from './file-layer.ts';
import { userConfigFile } from './named-extensions.ts';
import { isKnownKey } from './schema.ts';
import { parseKey, parseValue, readToml, type TomlValue } from './toml/toml.ts';
import { type Setting, setToml, unsetToml } from './toml/toml-edit.ts';
import { configAsFile, filesOf, type ProjectFile, trustFile, whyUntrusted } from './trust.ts';

export interface ChangeTarget {
  readonly machine: Machine;
  readonly cwd: string;
  /** The project's file instead of the user's. */
  readonly project: boolean;
}

const newFile = '# Settings of joust; `joust config show` says what holds and where it comes from.\n';

/** The file that would be changed, whether or not it exists or can be read. */
export function configFileOf(target: ChangeTarget): string {
  return placeOf(target)?.file ?? userConfigFile(target.machine);
}

interface WantedSetting {
  readonly key: string;
  /** TOML where it is TOML, otherwise text. */
  readonly value: string;
}

/** The plan of a change. Only `write` writes it. */
export interface ConfigChange {
  /** As TOML writes it. */
  readonly key: string;
  readonly file: string;
  readonly before: string;
  /** The same text if there is nothing to change. */
  readonly after: string;
  write(): void;
}

export function planSet(target: ChangeTarget, { key, value }: WantedSetting): ConfigChange {
  const path = checkedKey(key, value);
  const { file, before } = opened(target);
  const text = before?.text ?? '';
  const [asToml, asText] = settingsFrom(path, value);
  const changed = checked(() => setToml({ file, text }, asToml ?? asText), file, target.project);
  if ('problem' in changed && asToml === undefined) throw asList(path, value) ?? changed.problem;
  const after = 'text' in changed ? changed.text : secondTry({ file, text }, asText, changed.problem);
  return { key: keyText(path), file, before: text, after, write: () => write(target, before, after) };
}

/** Plain words where a list belongs. */
function asList(path: readonly string[], value: string): JoustError | undefined {
  const key = keyText(path);
  if (configSettings.get(key)?.rule.type !== 'list') return undefined;
  const items = value.split(',').map((one) => JSON.stringify(one.trim()));
  return new JoustError(`${key} is a list`, {
    code: 'config',
    setting: key,
    hint: `Write it as TOML: joust config set ${key} '[${items.join(', ')}]'`,
  });
}

/** Also of a key that joust doesn't know: people want to get rid of that one first. */
export function planUnset(target: ChangeTarget, key: string): ConfigChange {
  const path = parseKey(key);
  const { file, before } = opened(target);
  const text = before?.text ?? '';
  const after = (before && unsetToml({ file, text }, path)) ?? text;
  if (after !== text) checkDocument(readToml(after, file));
  return { key: keyText(path), file, before: text, after, write: () => write(target, before, after) };
}

/** The editor's exit code; what was written is checked, and an error tells what is wrong with it. */
export async function editConfig(target: ChangeTarget): Promise<number> {
  const { file, before } = opened(target);
  if (before === undefined) write(target, undefined, newFile);
  const code = await openEditor(file, target.machine);
  if (code === undefined)
    throw new JoustError('the editor could not be run or was ended', {
      code: 'usage',
      hint: `Set VISUAL or EDITOR, or open ${visible(file)} yourself.`,
    });
  const after = readConfigFile(file);
  if (after !== undefined) checkDocument(readToml(after.text, file));
  return code;
}

/** The parts of a key that joust knows. */
export function checkedKey(key: string, value = ''): readonly string[] {
  const path = parseKey(key);
  if (isKnownKey(path)) return path;
  let known = 0;
  while (isKnownKey(path.slice(0, known + 1))) known += 1;
  const { text, hint } = unknownKey(path.slice(0, known + 1));
  const meant = agentsKey(path, value);
  throw new JoustError(text, {
    code: 'config',
    hint: meant === undefined ? hint : `Did you mean: joust config set ${meant}`,
  });
}

/** Another council of CLIs says `model claude=opus`, `models.claude opus` or `providers.claude.model opus`. */
function agentsKey([first, ...rest]: readonly string[], value: string): string | undefined {
  const [, agent, model] = /^([\w.-]+)=(.+)$/.exec(value) ?? [];
  if (first === 'model' && agent !== undefined) return `${keyText(['agents', agent, 'model'])} ${model}`;
  if (rest.length === 0) return undefined;
  if (first === 'models') return `${keyText(['agents', ...rest, 'model'])} ${value}`;
  return first === 'providers' ? `${keyText(['agents', ...rest])} ${value}` : undefined;
}

function placeOf({ machine, cwd, project }: ChangeTarget): ProjectPlace | undefined {
  return project ? projectFor(cwd, machine.home) : undefined;
}

function opened(target: ChangeTarget): { readonly file: string; readonly before: ConfigFile | undefined } {
  const place = placeOf(target);
  if (place !== undefined && !place.inside)
    throw new JoustError(`${visible(place.file)} is a link out of its project`, {
      code: 'config',
      hint: 'Change the file it points to yourself, or replace the link by a file.',
    });
  const file = configFileOf(target);
  return { file, before: readConfigFile(file) };
}

/** As TOML if it is TOML, and as text; a text is spelled so that TOML reads it back. */
function settingsFrom(path: readonly string[], value: string): readonly [Setting | undefined, Setting] {
  const parsed: TomlValue | undefined = parseValue(value);
  const asText: Setting = { path, value };
  return [parsed === undefined ? undefined : { path, value: parsed, spelling: value.trim() }, asText];
}

type Checked = { readonly text: string } | { readonly problem: JoustError };

function checked(make: () => string, file: string, project = false): Checked {
  try {
    const text = make();
    const document = readToml(text, file);
    checkDocument(document);
    if (project) refuseUsersOwn(document);
    return { text };
  } catch (error) {
    if (error instanceof JoustError) return { problem: error };
    throw error;
  }
}

/** `model = 2024-05-13` is a date in TOML, but a model's name is meant; if text does not fit either, the first problem is told. */
function secondTry(
  source: { readonly file: string; readonly text: string },
  asText: Setting,
  first: JoustError,
): string {
  const changed = checked(() => setToml(source, asText), source.file);
  if ('text' in changed) return changed.text;
  throw first;
}

/** What the user changes through joust stays as trusted as it was; a file that joust makes for the user is the user's. */
function write(target: ChangeTarget, before: ConfigFile | undefined, text: string): void {
  const { machine } = target;
  const place = placeOf(target);
  const file = configFileOf(target);
  const trusted =
    place !== undefined &&
    (before === undefined || whyUntrusted(machine, asFile(target, place, before.text)) === undefined);
  try {
    replaceConfigFile(file, text);
  } catch (cause) {
    throw new JoustError(`${visible(file)} cannot be written`, {
      code: 'config',
      hint: 'Make the file and its folder writable.',
      cause,
    });
  }
  if (!trusted) return;
  const made = asFile(target, place, text);
  trustFile(machine, made, { files: filesOf(made), at: machine.now().toISOString() });
}

/** What has mistakes in it is not trusted by its names, for it is not read anyway. */
function asFile({ cwd }: ChangeTarget, place: ProjectPlace, text: string): ProjectFile {
  const source = { from: 'project', file: place.file, text } as const;
  const isRight = 'text' in checked(() => text, place.file);
  return configAsFile({ place, sha256: sha256(text), entries: isRight ? readLayer(source) : [], cwd });
}
