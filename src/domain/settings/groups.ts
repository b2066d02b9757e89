// The headings under which help and reference list commands and options, in their order.

export const commandGroups = {
  ask: 'Ask',
  decide: 'Decide',
  change: 'Change code',
  brief: 'Open tasks',
  suite: 'Many tasks',
  record: 'Record',
  setup: 'Set up',
} as const;
export type CommandGroup = keyof typeof commandGroups;

/** Commands of two words share a line of the overview with all of the same first word: its summary. */
export const commandFamilies: Readonly<Record<string, string>> = {
  brief: 'one open task, kept in a folder and played in rounds',
  config: 'show and change settings',
  ledger: 'move contests between ledgers',
  preferences: 'what you picked in arenas',
  suite: 'many tasks, each played several times to compare contestants',
};

/** A setting without a group belongs to its command alone, or is among the first that people need of it. */
export const optionGroups = {
  contestants: 'Contestants',
  task: 'Task',
  checks: 'More on checks',
  workspaces: 'More on workspaces',
  judging: 'More on judging',
  limits: 'Limits',
  playing: 'Playing',
  output: 'Output',
} as const;
export type OptionGroup = keyof typeof optionGroups;
