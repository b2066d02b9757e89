// What a contestant's work became between two rounds of a brief, from the record alone.
import { JoustError } from '../../domain/joust-error.ts';
import type { FieldEntry } from '../../formats/brief/field.ts';
import { diffStates, pairOf } from '../../operations/apply/entry-diff.ts';
import type { RecordPlace } from '../../play/result.ts';
import { openArchive } from '../../record/archive.ts';
import type { RoundsDiffJson } from '../../views/wire/brief-json.ts';
import { type BriefRecord, briefRecord } from '../brief-contests.ts';
import { readFolderFile } from '../brief-folder.ts';
import { entryNamed } from '../brief-people.ts';

export interface RoundsRequest {
  readonly folder: string;
  /** 0: before anybody began. */
  readonly from: number;
  readonly to: number;
  /** Empty: everybody. */
  readonly names: readonly string[];
}

export async function diffRounds(asked: RoundsRequest, place: RecordPlace): Promise<RoundsDiffJson> {
  const { place: folder } = readFolderFile(asked.folder);
  await using archive = openArchive(place.home, place.machine, place.openLedger);
  const record = await briefRecord(folder, archive);
  const { from, to } = asked;
  if (from > 0) needRound(record, from);
  needRound(record, to);
  const [before, after] = [workIn(record, from), workIn(record, to)];
  const all = [...new Map([...before, ...after]).values()];
  const wanted = asked.names.length === 0 ? all : asked.names.map((name) => entryNamed(all, name));
  const contestants: RoundsDiffJson['contestants'][number][] = [];
  for (const { contestant } of wanted) {
    const [one, other] = [before.get(contestant.name), after.get(contestant.name)];
    const [mine, then] = [filesOf(one), filesOf(other)];
    const paths = [...new Set([...mine.keys(), ...then.keys()])].toSorted();
    const pairs = paths.map((path) => pairOf(path, mine.get(path), then.get(path)));
    contestants.push({
      contestant: contestant.name,
      between: [one?.round ?? null, other?.round ?? null],
      ...(await diffStates(pairs, (ref) => archive.bytes(ref))),
    });
  }
  return { from, to, contestants };
}

function needRound({ played }: BriefRecord, round: number): void {
  const rounds = new Set(played.flatMap(({ field }) => field.map((entry) => entry.round)));
  if (rounds.has(round)) return;
  const known = [...rounds].toSorted((one, other) => one - other);
  throw new JoustError(`there is no round ${round} of this brief`, {
    code: 'not-found',
    hint:
      known.length === 0
        ? 'Nobody has handed anything in yet: joust brief play.'
        : `There ${known.length === 1 ? 'is' : 'are'}: ${known.join(', ')}.`,
  });
}

/** Everybody's work as it was in the end of a round; of who did not play in it, that of the last before. */
function workIn({ played }: BriefRecord, round: number): ReadonlyMap<string, FieldEntry> {
  const found = new Map<string, FieldEntry>();
  for (const entry of played.flatMap(({ field }) => field)) {
    const { name } = entry.contestant;
    if (entry.round <= round && entry.round >= (found.get(name)?.round ?? 0)) found.set(name, entry);
  }
  return found;
}

function filesOf(entry: FieldEntry | undefined) {
  return new Map((entry?.files ?? []).map(({ path, mode, content }) => [path, { mode, content }]));
}
