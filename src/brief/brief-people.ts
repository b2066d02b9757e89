// Who plays and serves in a brief: its own contestants under their names, found by name, or as they played before.
import type { BriefActor } from '../config/brief-file.ts';
import type { CastMember } from '../config/config.ts';
import type { Contestant } from '../domain/contestant.ts';
import { JoustError } from '../domain/joust-error.ts';
import { nearest } from '../domain/settings/nearest.ts';
import type { FieldEntry } from '../formats/brief/field.ts';
import type { BriefRecord } from './brief-contests.ts';
import type { Brief } from './brief-folder.ts';

/** Whom the brief defines itself, and how everybody is named. A judge that is not the contestant of its name gets another one. */
export function castOf(
  actors: readonly BriefActor[],
  besides: readonly BriefActor[] = [],
): { readonly members: Readonly<Record<string, CastMember>>; readonly specs: readonly string[] } {
  const members: Record<string, CastMember> = {};
  const specs = actors.map(({ name, spec, play }) => {
    if (play === undefined) return spec ?? name;
    const other = besides.find((one) => one.name === name);
    const isOther = other !== undefined && JSON.stringify(other.play) !== JSON.stringify(play);
    const own = isOther ? `${name}-judge` : name;
    members[own] = play;
    return own;
  });
  return { members, specs };
}

export function actorNamed({ contestants }: Brief, name: string): BriefActor {
  const found = contestants.find((one) => one.name === name);
  if (found !== undefined) return found;
  throw nobody(
    name,
    contestants.map((one) => one.name),
    `Add it with joust brief add ${name}.`,
  );
}

export function entryNamed(field: readonly FieldEntry[], name: string): FieldEntry {
  const found = field.find(({ contestant }) => contestant.name === name);
  if (found !== undefined) return found;
  throw nobody(
    name,
    field.map(({ contestant }) => contestant.name),
    'Who has handed nothing in plays with joust brief play -c NAME.',
  );
}

function nobody(name: string, known: readonly string[], hint: string): JoustError {
  const near = nearest(name, known);
  const meant = near === undefined ? '' : `Did you mean ${near}? `;
  return new JoustError(`${name} is not in this brief`, {
    code: 'unknown-contestant',
    hint: `${meant}There are: ${known.join(', ')}. ${hint}`,
  });
}

/** As the brief has it now; who is not in it any more plays as it did. */
export function actorOf(
  { contestants }: Brief,
  { played }: BriefRecord,
  { name, agent }: FieldEntry['contestant'],
): BriefActor {
  const known = contestants.find((one) => one.name === name);
  const before = played.flatMap(({ opened }) => opened.roster).findLast((one) => one.name === name);
  const { name: _name, environment: _environment, ...play } = before ?? { name, agent };
  return known ?? { name, play: definedOnly(play), line: 1 };
}

/** What is not there is not said. */
function definedOnly({ agent, ...more }: Omit<Contestant, 'name' | 'environment'>): CastMember {
  const said = Object.entries(more).filter(([, value]) => value !== undefined);
  return { agent, ...Object.fromEntries(said) };
}
