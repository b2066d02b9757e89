// Every agent there is, in the order in which they are chosen when nobody names any.
import type { Agent } from './agent.ts';
import { command } from './command/command.ts';
import { scripted } from './scripted/scripted.ts';

export const allAgents: readonly Agent[] = [command, scripted];
