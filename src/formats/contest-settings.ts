// What may be said of every contest, whatever its format: who plays, within which limits.

import { z } from 'zod';
import {
  defaultConfirmTokens,
  effortShape,
  nameShape,
  textRule,
  tokensOrNoneRule,
  tokensRule,
} from '../domain/settings/rule.ts';
import { setting } from '../domain/settings/setting.ts';
import { specShape } from '../domain/settings/shapes.ts';
import { checkedBy, type Given } from './format.ts';

const names = { type: 'list', shape: nameShape, expected: 'a list of agent or contestant names' } as const;
const said = { ...textRule, type: 'list', repeated: true } as const;

/** Who plays, and with what. */
const rosterSettings = {
  num: setting(
    { type: 'count', min: 1, max: 64 },
    {
      short: 'n',
      value: 'N',
      group: 'contestants',
      help: 'how many contestants when none are named (default 3)',
      config: 'num',
      project: 'lower',
      builtIn: 3,
    },
  ),
  contestant: setting(said, {
    short: 'c',
    value: 'SPEC',
    group: 'contestants',
    help: 'a contestant: agent, agent/model or a configured name, *N for copies; sets roster and order',
    complete: 'contestant',
  }),
  exclude: setting(names, {
    short: 'x',
    value: 'NAME',
    group: 'contestants',
    help: 'who is left out, in place of the list of the config',
    complete: 'contestant',
    config: 'exclude',
    builtIn: [],
  }),
  priority: setting(names, {
    help: 'the order in which agents are chosen; the others follow in the built-in order',
    flag: false,
    config: 'priority',
    project: 'choose',
    builtIn: [],
  }),
  judges: setting(
    { type: 'list', shape: specShape, expected: 'a list of contestants such as "claude/opus"' },
    {
      help: 'who judges and analyzes where nobody is named for it',
      flag: false,
      config: 'judges',
      project: 'contestant',
      builtIn: [],
    },
  ),
  model: setting(said, {
    short: 'm',
    value: 'AGENT=MODEL',
    group: 'contestants',
    help: "an agent's model",
    complete: 'agent',
  }),
  effort: setting(
    { type: 'text', shape: effortShape, expected: 'one word such as "low", "medium" or "high"' },
    {
      often: true,
      short: 'e',
      value: 'WORD',
      group: 'contestants',
      help: 'reasoning effort, where the agent has it',
      config: 'effort',
      project: 'choose',
    },
  ),
};

/** Words of yours around the prompt. */
const wordSettings = {
  system: setting(textRule, {
    value: 'TEXT|FILE',
    group: 'task',
    help: 'instructions before the prompt: text, or the file that holds them',
    of: 'prompt',
  }),
  template: setting(
    { type: 'text', shape: nameShape, expected: 'a name from [templates] of your config' },
    {
      short: 'T',
      value: 'NAME',
      group: 'task',
      help: 'put the prompt into this template of your config, at {input} or below it',
      of: 'prompt',
    },
  ),
};

/** How long, how many at once, in which environment. */
const playSettings = {
  timeout: setting(
    { type: 'duration' },
    {
      short: 't',
      value: 'TIME',
      group: 'limits',
      help: 'limit per attempt: 90, 90s, 15m (default 15m)',
      config: 'timeout',
      project: 'lower',
      builtIn: '15m',
    },
  ),
  idle: setting(
    { type: 'duration' },
    {
      help: 'silence after which an attempt is ended; built in: what each agent says',
      flag: false,
      config: 'idle',
      project: 'lower',
    },
  ),
  maxParallel: setting(
    { type: 'count', min: 1, max: 1024 },
    {
      value: 'N',
      group: 'limits',
      help: 'how many cloud attempts run at once (default 8)',
      config: 'max_parallel',
      project: 'lower',
      builtIn: 8,
    },
  ),
  envPass: setting(
    {
      type: 'list',
      shape: /^[A-Za-z_][A-Za-z0-9_]*\*?$/,
      expected: 'a list of variable names, each with an optional * at its end',
    },
    {
      help: 'variables that agents get besides those joust passes anyway; NAME or PREFIX_*',
      flag: false,
      config: 'env.pass',
      project: { trust: 'it passes environment' },
      builtIn: [],
    },
  ),
};

/** What --sandbox container runs in, and what each container may use. */
const containerSettings = {
  image: setting(
    {
      type: 'text',
      shape: /^[a-zA-Z0-9][\w./:@-]{0,254}$/,
      expected: 'the name of an image such as "joust-agents"',
    },
    {
      help: 'the image that containers are made from; it has the agents and the tools of the project',
      flag: false,
      config: 'container.image',
      project: { trust: 'it says what contestants and checks run in' },
    },
  ),
  engine: setting(
    { type: 'word', words: ['docker', 'podman'] },
    {
      help: 'what runs containers; without it whichever is there and has the image, podman first',
      flag: false,
      config: 'container.engine',
      project: { trust: 'it says what contestants and checks run in' },
    },
  ),
  profile: setting(
    { type: 'word', words: ['auto', 'large', 'medium', 'small'] },
    {
      help: 'limits of each container: small is 1 GiB and half a core, medium 2 GiB and one, large has none; auto, the default, goes by the memory of the machine',
      flag: false,
      config: 'container.profile',
      project: { order: ['small', 'medium', 'auto', 'large'] },
    },
  ),
  memory: setting(
    { type: 'size' },
    {
      help: 'most memory of each container, over the profile: 4GB',
      flag: false,
      config: 'container.memory',
      project: 'lower',
    },
  ),
  cpus: setting(
    { type: 'number', min: 0.1, max: 1024 },
    {
      help: 'most cores of each container, over the profile',
      flag: false,
      config: 'container.cpus',
      project: 'lower',
    },
  ),
  pids: setting(
    { type: 'count', min: 16, max: 1_000_000 },
    {
      help: 'most processes in each container (default 512)',
      flag: false,
      config: 'container.pids',
      project: 'lower',
    },
  ),
  engineArgs: setting(
    {
      type: 'list',
      shape: /^[^\p{Cc}]{1,1000}$/u,
      expected: 'a list of arguments such as "--runtime=runc"',
      repeated: true,
    },
    {
      help: 'more arguments for the engine’s `run`; they can take away what confines a container',
      flag: false,
      config: 'container.args',
      project: { trust: 'it can take away what confines a container' },
    },
  ),
};

/** What a contest may take, judges included. */
const limitSettings = {
  maxUsd: setting(
    { type: 'amount' },
    {
      value: 'USD',
      group: 'limits',
      help: 'most money the contest may take',
      config: 'budget.max_usd',
      project: 'lower',
    },
  ),
  maxTokens: setting(tokensRule, {
    value: 'N',
    group: 'limits',
    help: 'most tokens the contest may take',
    config: 'budget.max_tokens',
    project: 'lower',
  }),
  maxAttempts: setting(
    { type: 'count', min: 1, max: 100_000 },
    {
      value: 'N',
      group: 'limits',
      help: 'most attempts the contest may start',
      config: 'budget.max_attempts',
      project: 'lower',
    },
  ),
  partial: setting(
    { type: 'switch' },
    {
      group: 'limits',
      help: 'with --max-attempts N, play the first N contestants and skip the others',
      config: 'budget.partial',
      project: 'choose',
    },
  ),
  maxTime: setting(
    { type: 'duration' },
    {
      value: 'TIME',
      group: 'limits',
      help: 'longest time the contest may be played, checks included: 90s, 30m, 2h',
      config: 'budget.max_time',
      project: 'lower',
    },
  ),
  confirmTokens: setting(tokensOrNoneRule, {
    help: 'ask before a contest that is estimated above this many tokens; 0: never (default 300000)',
    flag: false,
    config: 'budget.confirm_tokens',
    project: 'lower-or-none',
    builtIn: defaultConfirmTokens,
  }),
};

export const contestSettings = z.strictObject({
  ...rosterSettings,
  ...wordSettings,
  ...playSettings,
  ...containerSettings,
  ...limitSettings,
});

/** Those of them that somebody said are what they may be: a name where a list belongs would let others play. */
export function checkContestSettings(
  said: Given,
  format: string,
  own: readonly { readonly name: string }[] = [],
): void {
  // What the format says in its own way is checked by it.
  const isGeneral = (name: string) =>
    Object.hasOwn(contestSettings.shape, name) && !own.some((one) => one.name === name);
  const general = Object.entries(said).filter(([name]) => isGeneral(name));
  checkedBy(contestSettings, Object.fromEntries(general), format);
}
