// joust race: several make the same change apart; it is measured, ranked, and the user's to apply.
import type { CommandProgram } from './command.ts';
import { loadRaceConfig, playRace } from './race-play.ts';

export const raceCommand: CommandProgram = async (input, cli) => {
  const loaded = await loadRaceConfig(input, cli);
  return await playRace(input, cli, { loaded, num: loaded.values.race.width, notes: [] });
};
