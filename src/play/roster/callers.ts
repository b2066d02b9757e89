// Who calls joust: another agent, told by what it calls itself, by its environment, or by whoever set it up.

import type { Agent } from '../../agents/agent.ts';
import { allAgents } from '../../agents/all.ts';
import { JoustError } from '../../domain/joust-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The families of the agents in whose sessions this runs. */
export function callersIn(env: Environment): readonly string[] {
  return families(({ calls }) => calls?.variables.some((name) => (env[name] ?? '') !== '') === true);
}

/** Whose word it is that is said in this environment: in the shell of an agent it is the agent's. */
export function speakerIn(env: Environment): { readonly program?: string } {
  const [program] = callersIn(env);
  return program === undefined ? {} : { program };
}

/** By the name a client of a protocol gives itself; undefined: nobody joust knows. */
export function callersByClient(client: string): readonly string[] | undefined {
  const name = client.toLowerCase();
  const found = families(({ calls }) => calls?.clients.some((one) => name.startsWith(one)) === true);
  return found.length === 0 ? undefined : found;
}

/** As somebody set it up: an agent, a family, or `none`. */
export function callersNamed(name: string): readonly string[] {
  if (name === 'none') return [];
  const found = families(({ id, family }) => id === name || family === name);
  if (found.length > 0) return found;
  throw new JoustError(`there is no agent ${name} that could call`, {
    code: 'usage',
    hint: `There are: ${allAgents.flatMap(({ id, kind }) => (kind === 'cli' ? [id] : [])).join(', ')}; or none.`,
  });
}

function families(fits: (agent: Agent) => boolean): readonly string[] {
  return [...new Set(allAgents.filter(fits).map(({ family }) => family))];
}
