// How joust undo is called.
import type { CommandSpec } from '../command.ts';

export const undoSpec: CommandSpec = {
  name: 'undo',
  summary: 'take back what joust apply did, exactly',
  usage: 'ID',
  details: 'Refused where the files, the commit or the branch changed since.',
  words: { min: 0, max: 1 },
  options: {},
  load: async () => (await import('../undo-command.ts')).undoCommand,
};
