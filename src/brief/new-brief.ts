// Makes the folder of a brief from one of the shipped templates, whole or not at all.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { agentIds } from '../agents/all.ts';
import { specBehind } from '../config/brief/brief-schema.ts';
import type { LoadedConfig } from '../config/load.ts';
import { rosterFrom } from '../config/roster-specs.ts';
import { Probes } from '../contest/accounts/probes.ts';
import { JoustError } from '../domain/joust-error.ts';
import { nearest } from '../domain/settings/nearest.ts';
import { extendedConfig } from '../play/extensions/extended-config.ts';
import { chooseRoster } from '../play/roster/choose-roster.ts';
import { makeFolder } from '../process/files/new-folder.ts';
import { joustHome, type Machine } from '../process/machine.ts';
import { packagePath } from '../process/package-path.ts';
import { visible } from '../views/visible.ts';
import { briefFileName, checkBrief, trustOwn } from './brief-folder.ts';

export interface WantedBrief {
  readonly name: string;
  readonly template: string;
  /** As -c takes them, or name=agent; none: whoever would play here. */
  readonly contestants: readonly string[];
}

export interface MadeBrief {
  /** Its name in the current folder. */
  readonly folder: string;
  readonly template: string;
  readonly contestants: readonly string[];
  /** Sentences about who was chosen. */
  readonly notes: readonly string[];
}

const templates = packagePath('templates/briefs/');

export function templateNames(): readonly string[] {
  return readdirSync(templates).toSorted();
}

export async function newBrief(wanted: WantedBrief, machine: Machine): Promise<MadeBrief> {
  const folder = folderName(wanted.name, machine);
  const from = templateFolder(wanted.template);
  const path = join(machine.cwd, folder);
  if (existsSync(path))
    throw new JoustError(`${visible(folder)} is there already`, {
      code: 'usage',
      hint: 'Give the brief another name, or go on with that one: joust brief lint.',
    });
  const config = await extendedConfig({ machine, cwd: machine.cwd });
  const chosen = whoPlays(wanted.contestants, config, machine);
  const yaml = filledIn(readFileSync(join(from, briefFileName), 'utf8'), { name: folder, ...chosen });
  checkBrief(yaml);
  await makeFolder({ path, isPrivate: false, nonce: machine.random(8) }, async ({ write }) => {
    await write(briefFileName, yaml);
    const files = readdirSync(from, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    for (const { parentPath, name } of files) {
      const file = join(parentPath, name);
      const inside = file.slice(from.length).replaceAll('\\', '/');
      if (inside !== briefFileName) await write(inside, readFileSync(file));
    }
    // git keeps no empty folder.
    if (!existsSync(join(from, 'raw'))) await write('raw/.gitkeep', '');
    return true;
  });
  trustOwn(path, machine);
  return { folder, template: wanted.template, ...chosen };
}

/** `YYMMDD-name`, by the calendar of whoever sits here. */
function folderName(name: string, machine: Machine): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$/.test(name))
    throw new JoustError(`"${visible(name)}" is no name for a brief`, {
      code: 'usage',
      hint: 'Letters, digits, dots, dashes and underscores, as in landing-page.',
    });
  if (/^\d{6}-/.test(name)) return name;
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: machine.timeZone(),
    year: '2-digit',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(machine.now());
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}${part('month')}${part('day')}-${name}`;
}

function templateFolder(name: string): string {
  const names = templateNames();
  if (names.includes(name)) return join(templates, name, '/');
  const near = nearest(name, names);
  throw new JoustError(`there is no template "${visible(name)}"`, {
    code: 'usage',
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}There are: ${names.join(', ')}.`,
  });
}

function whoPlays(
  said: readonly string[],
  config: LoadedConfig,
  machine: Machine,
): { readonly contestants: readonly string[]; readonly notes: readonly string[] } {
  needKnown(said, config);
  if (said.length > 0) return { contestants: said, notes: [] };
  const probes = new Probes(machine, { home: joustHome(machine), envPass: config.values.env.pass });
  const names = chooseRoster({ specs: [], config, probes }).roster.map(({ name }) => name);
  if (names.length > 1) return { contestants: names, notes: [] };
  const more = 'Add somebody with joust brief add, or see joust doctor.';
  if (names.length === 1)
    return { contestants: names, notes: [`Only ${names.join('')} can play here. ${more}`] };
  return {
    contestants: ['one=dummy', 'two=dummy'],
    notes: [`Nobody can play here, so two simulated contestants stand in brief.yaml. ${more}`],
  };
}

/** Whoever is named exists; whether it can play is told by playing. */
export function needKnown(contestants: readonly string[], config: LoadedConfig): void {
  const specs = contestants.map(specBehind).filter((spec) => spec !== 'dummy' && spec !== 'triad');
  rosterFrom({ specs, config, agentIds });
}

/** The templates are ours: two lines of each wait for what is not known before. */
function filledIn(
  text: string,
  { name, contestants }: { readonly name: string; readonly contestants: readonly string[] },
): string {
  const list = contestants.map((one) => `\n  - ${yamlWord(one)}`).join('');
  return text
    .replace(/^name: PLACEHOLDER$/m, () => `name: ${name}`)
    .replace(/^contestants: \[\]$/m, () => `contestants:${list}`);
}

/** As it is where YAML would read it back so, else in quotes. */
export function yamlWord(text: string): string {
  return /^[A-Za-z][A-Za-z0-9._/=-]*$/.test(text) && parse(text) === text ? text : JSON.stringify(text);
}
