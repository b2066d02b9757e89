// The built-in agent: a real child process that plays a script, needs nothing, and is called simulated wherever it is shown.
import type { Contestant } from '../../domain/contestant.ts';
import { callDecoder } from '../call-protocol.ts';
import { cliAgent } from '../cli-agent.ts';
import type { ScriptedInput } from './scripted-play.ts';

export const scripted = cliAgent({
  id: 'scripted',
  family: 'joust',
  title: 'Scripted (simulated)',
  kind: 'scripted',
  plan: ({ prompt, contestant, cwd, origin = cwd }) => ({
    program: 'joust:scripted',
    args: [],
    stdin: JSON.stringify({
      prompt,
      script: placed(scriptOf(contestant), origin),
      player: scriptOf(contestant) === 'dummy' ? contestant.name : undefined,
    } satisfies ScriptedInput),
    env: {},
    files: [],
  }),
  decoder: () => callDecoder,
  account: scriptOf,
  presence: { install: 'It is built in.' },
  tiers: {
    read: { honoured: false, caveat: 'a script does what it says' },
    write: { honoured: false, caveat: 'a script does what it says' },
    full: { honoured: true },
  },
  bare: { tools: false, instructions: true, caveat: 'a script does what it says' },
  environment: { passes: [], keys: [], removes: [] },
  state: [],
  efforts: [],
  staggerMs: 0,
  idleMs: 0,
  verified: { version: 'built in' },
});

/** `scripted/NAME` plays a built-in script, `scripted/PATH` or `script = "PATH"` a file. */
function scriptOf({ model, settings }: Contestant): string {
  return settings?.script ?? model ?? 'default';
}

/** Bare attempts run elsewhere than the contest: a relative path is made whole. */
function placed(script: string, origin: string): string {
  return /^\.{1,2}\//.test(script) ? `${origin}/${script}` : script;
}
