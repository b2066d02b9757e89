// What every command that plays a contest does: gather the input, say what is to be said, play, and show what it came to.
import { blindUntil } from '../../domain/blind-record.ts';
import type { Contestant, Tier } from '../../domain/contestant.ts';
import { joustVersion } from '../../domain/version.ts';
import { answersShown, type PlayResult, playContest } from '../../index.ts';
import { type CliWorld, type CommandInput, type CommandProgram, flag } from './command.ts';
import { type ContestInput, contestInput } from './contest-input.ts';
import { detach } from './detach.ts';
import { playOnScreen, screenFor } from './play-on-screen.ts';

export interface PlaySpec {
  readonly format: string;
  /** What contestants may do; they only read otherwise. */
  readonly tier?: Tier;
  /** How many contestants when none are named and no config says; the built-in number otherwise. */
  readonly num?: number;
  /** The options of the format and who serves. Throws a usage error for what makes no sense. */
  setUp?(input: CommandInput, contest: ContestInput, cli: CliWorld): Promise<SetUp> | SetUp;
  /** Told before it is shown what it came to. */
  played?(result: PlayResult): void;
  /** What is left to do once it is shown; gives the exit code in place of the usual one. */
  shown?(result: PlayResult, usualCode: number): Promise<number>;
}

export interface SetUp {
  readonly options?: Readonly<Record<string, unknown>>;
  readonly roster?: readonly Contestant[];
  readonly staff?: readonly Contestant[];
  readonly about?: string;
  /** Sentences before anything is played. */
  readonly notes?: readonly string[];
}

export function playCommand(spec: PlaySpec): CommandProgram {
  return async (input, cli) => {
    const contest = await contestInput(input, cli, spec);
    const { notes = [], ...more } = (await spec.setUp?.(input, contest, cli)) ?? {};
    const { format, tier = 'read' } = spec;
    const request = { ...contest, ...more, format, tier, joustVersion } as const;
    if (flag(input, 'detach'))
      return await detach(request, { input, cli, notes: [...contest.notes, ...notes] });
    const shows = await answersShown({ format, options: more.options ?? {} });
    const until = blindUntil({ options: more.options ?? {} });
    const players = until === undefined ? [...request.roster, ...(request.staff ?? [])] : [];
    const screen = await screenFor(input, players, { cli, shows });
    for (const note of [...contest.notes, ...notes]) screen.note(note);
    const ended: PlayResult[] = [];
    const onScreen = { screen, cli, yes: flag(input, 'yes'), blindUntil: until };
    const code = await playOnScreen(onScreen, async (world) => {
      const played = await playContest(request, { ...contest.world, ...world });
      spec.played?.(played);
      ended.push(played);
      return played;
    });
    const [played] = ended;
    return played === undefined ? code : ((await spec.shown?.(played, code)) ?? code);
  };
}
