// Who plays a contest that is started: those who were named, or whoever is usable; and what has to be said of that.
import type { LoadedConfig } from '../../config/load.ts';
import type { Probes } from '../../contest/accounts/probes.ts';
import type { Contestant } from '../../domain/contestant.ts';
import { JoustError } from '../../domain/joust-error.ts';
import type { AnyFormat } from '../../formats/all.ts';
import type { Given } from '../../formats/format.ts';
import { chooseRoster } from './choose-roster.ts';

export interface Chosen {
  readonly roster: readonly Contestant[];
  readonly notes: readonly string[];
  readonly cwd: string;
}

interface Choice {
  readonly asked: {
    readonly settings?: Given;
    readonly cwd: string;
    readonly cassettes?: { readonly replay?: string };
  };
  readonly given: Given;
  readonly loaded: LoadedConfig;
  readonly probes: Probes;
  /** Families of whoever calls. */
  readonly callers: readonly string[];
}

export function whoPlays(format: AnyFormat, { asked, given, loaded, probes, callers }: Choice): Chosen {
  const { contestant: named, num: saidNum } = asked.settings ?? {};
  const { specs: usual = [], num = loaded.values.num } = format.contestants(given);
  const specs = Array.isArray(named) && named.length > 0 ? named.map(String) : usual;
  // How many play when none are named is the format's to say, unless whoever starts it does.
  const config = saidNum === undefined ? { ...loaded, values: { ...loaded.values, num } } : loaded;
  const { roster, unusable, dropped, spared } = chosenFrom({
    specs,
    config,
    probes,
    callers,
    replayed: asked.cassettes?.replay !== undefined,
  });
  const refused = unusable.filter(({ absent }) => absent !== true);
  const skipped = refused.map(({ name, reason, hint }) => `${name}: not used, ${reason}. ${hint}`);
  if (roster.length === 0) throw specs.length > 0 ? allExcluded(specs) : nobodyUsable(skipped, loaded);
  const few = specs.length === 0 && roster.length < config.values.num ? [fewPlay(roster)] : [];
  return { roster, notes: [...few, ...spared, ...skipped, ...dropped], cwd: asked.cwd };
}

/** Whoever is not known may be what a project was not allowed to bring. */
function chosenFrom(wish: Parameters<typeof chooseRoster>[0] & { readonly config: LoadedConfig }) {
  try {
    return chooseRoster(wish);
  } catch (error) {
    const { notices } = wish.config;
    if (!(error instanceof JoustError) || error.code !== 'unknown-contestant' || notices.length === 0)
      throw error;
    const { message, code, hint = '' } = error;
    throw new JoustError(message, { code, hint: [hint, ...notices].join('\n  '), cause: error });
  }
}

/** One line, not one for each that is not there. */
function fewPlay(roster: readonly Contestant[]): string {
  const names = roster.map(({ name }) => name).join(' and ');
  return `Only ${names} can play here; joust doctor shows who else could.`;
}

function allExcluded(specs: readonly string[]): JoustError {
  return new JoustError(`everybody who was named is excluded: ${specs.join(', ')}`, {
    code: 'usage',
    hint: 'Take them out of -x or of `exclude` in your config.',
  });
}

function nobodyUsable(skipped: readonly string[], { hosts }: LoadedConfig): JoustError {
  if (hosts !== undefined)
    return new JoustError('no host of the pool says which agents it can play', {
      code: 'none-usable',
      hint: 'Name who plays with -c, or start a host: joust worker. joust hosts shows who is there.',
    });
  const why = skipped.length === 0 ? 'none is installed' : `\n  ${skipped.join('\n  ')}`;
  return new JoustError(`no agent can play here: ${why}`, {
    code: 'none-usable',
    hint: 'joust demo shows joust at work without any. joust doctor says how to install and log in to each.',
  });
}
