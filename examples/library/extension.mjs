// An extension of joust's, named in the config: extensions = ["./extension.mjs"]. It brings an agent, a check parser and a format.
// As a package it would `import { defineAgent } from 'joust'` and export what that makes; a file is handed the same by `extend`.
export function extend({ defineAgent, defineCheckParser, defineFormat, setting, z }) {
  /** Any program that answers on standard output. `joust ask -c shout "hello"` */
  const shout = defineAgent({
    id: 'shout',
    title: 'A program that shouts',
    plan: ({ prompt }) => ({ program: 'tr', args: ['a-z', 'A-Z'], stdin: prompt, env: {}, files: [] }),
    presence: { executable: 'tr', install: 'It comes with every Unix.' },
  });

  /** Reads `12 good, 3 bad`: `[race.checks.test]` with parser = "good-bad". */
  const goodBad = defineCheckParser({
    name: 'good-bad',
    parse({ code, stdout }) {
      const [, passed, failed] = /^(\d+) good, (\d+) bad$/m.exec(stdout) ?? [];
      if (code === null || failed === undefined) return undefined;
      return { tests: { passed: Number(passed), failed: Number(failed), skipped: 0 } };
    },
  });

  /** Everybody goes on from what the one before said: `joust relay --laps 2 "once upon a time"`, play('relay', { prompt, laps: 2 }). */
  const relay = defineFormat({
    name: 'relay',
    version: 1,
    about: { summary: 'each goes on from what the one before said', group: 'ask', takes: 'prompt' },
    request: z.strictObject({
      laps: setting(
        { type: 'count', min: 1, max: 10 },
        {
          help: 'how often everybody has a turn',
          value: 'N',
          builtIn: 1,
          config: 'relay.laps',
          project: 'choose',
        },
      ),
    }),
    options: z.strictObject({ laps: z.int() }),
    result: z.object({ type: z.literal('relay'), text: z.string() }),
    setUp: ({ laps }) => ({ options: { laps } }),
    expects: ({ roster, task, options: { laps } }) =>
      Array.from({ length: laps }, () =>
        roster.map((contestant) => ({ contestant, tier: task.tier })),
      ).flat(),
    async play(contest, { laps }) {
      const { roster, task: asked } = { roster: contest.opened.roster, task: contest.task };
      const results = [];
      let text = asked.prompt;
      for (let lap = 1; lap <= laps; lap += 1)
        for (const contestant of roster) {
          const key = `lap/${lap}/${contestant.name}`;
          const step = { key, contestant, prompt: text, tier: asked.tier, cwd: asked.cwd };
          const result = await contest.attempt(step);
          results.push(result);
          if (result.state === 'ended' && result.end.outcome === 'ok') text = await result.text();
        }
      return { results, outcome: 'ok', result: { type: 'relay', text } };
    },
    document: ({ text }) => [{ type: 'text', lines: [`In the end: ${text}`], gist: true }],
  });

  return [shout, goodBad, relay];
}
