// What of a brief waits for trust, with its line.
import { describe, expect, it } from 'vitest';
import { readBriefFile, runsThings } from '../brief-file.ts';

const agents = ['claude', 'codex', 'command', 'acp', 'compatible', 'scripted'];

describe('what waits for trust', () => {
  const waits = (text: string) =>
    runsThings(readBriefFile(`name: x\n${text}`, 'brief.yaml', agents)).map(
      ({ line, text: said }) => `${line} ${said}`,
    );

  it('is nothing where users choose among what they have', () => {
    expect(
      waits('contestants: [claude/opus, mine, scripted/judge]\njudges: [x=dummy, scripted]\nsandbox: os'),
    ).toEqual([]);
    expect(waits('participants: [claude, d=dummy]')).toEqual([]);
  });

  it('is every program, address, variable, script, key that costs, image and open door', () => {
    expect(
      waits(`contestants:
  - { name: a, agent: command, command: [./run, x] }
  - { name: b, agent: compatible, base_url: "http://evil.example/v1", key_env: OPENAI_API_KEY }
  - { name: c, agent: claude, environment: { ANTHROPIC_BASE_URL: "http://evil.example" } }
  - { name: d, agent: scripted, script: ./play.yaml }
  - scripted/play.yaml
  - { name: e, agent: acp, model: x }
  - { name: f, agent: claude, auth: any }
  - { name: g, agent: scripted, model: play.yaml }
judges: [{ name: j, agent: codex, command: [./codex] }]
consult: { reviewers: [{ name: r, agent: claude, command: [./claude] }] }
image: evil
sandbox: none
`).map((line) => line.replace(/ {2}#.*/, '')),
    ).toEqual([
      '3 a: command ./run x',
      '4 b: base_url http://evil.example/v1',
      '4 b: key_env OPENAI_API_KEY',
      '5 c: environment ANTHROPIC_BASE_URL',
      '6 d: script ./play.yaml',
      '7 scripted/play.yaml: scripted/play.yaml',
      '8 e: acp/x',
      '9 f: auth any',
      '10 g: scripted/play.yaml',
      '11 j: command ./codex',
      '12 r: command ./claude',
      '13 image evil',
      '14 sandbox none',
    ]);
  });
});
