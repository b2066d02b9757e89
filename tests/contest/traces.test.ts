// What CLIs keep about folders that were joust's own goes with them; what they keep about others stays.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { thisMachine } from '../../src/process/machine.ts';
import { contestPlace, ended } from '../setup/contest-place.ts';

/** Stand-ins that leave what the real ones leave; what they may write in every sandbox is their own state. */
const gemini = `s=$(basename "$PWD"); for d in tmp history; do
mkdir -p "$HOME/.gemini/$d/$s"; printf %s "$PWD" >"$HOME/.gemini/$d/$s/.project_root"; done
printf '{"projects":{"/kept":"kept","%s":"%s"}}' "$PWD" "$s" >"$HOME/.gemini/projects.json"
echo '{"type":"message","role":"assistant","content":"hi","delta":true}'
echo '{"type":"result","status":"success"}'
`;
const claude = `mkdir -p "$HOME/.claude/projects/$(printf %s "$PWD" | tr -c 'A-Za-z0-9' -)"
echo '{"type":"result","subtype":"success","is_error":false,"result":"hi"}'
`;

it.each([true, false])('after a run in a private folder, and only then: %s', async (bare) => {
  using place = contestPlace();
  const { folder } = place;
  for (const path of ['.gemini/tmp/kept', '.claude/projects/-kept'])
    mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, '.gemini/tmp/kept/.project_root'), '/kept');
  writeFileSync(join(folder, '.gemini/fake'), gemini);
  writeFileSync(join(folder, '.claude/fake'), claude);
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
  const machine = { ...thisMachine(), cwd: folder, home: folder, env };
  await place.withPlayer(
    async (player) => {
      const roster = ['gemini', 'claude'].map((agent) => ({
        name: agent,
        agent,
        settings: { command: ['/bin/sh', join(folder, `.${agent}/fake`)] },
      }));
      const contest = await place.open(player, roster);
      for (const one of roster)
        expect(ended(await contest.attempt({ ...place.step(one), bare })).end.outcome).toBe('ok');
    },
    { machine },
  );
  const listed = (path: string) => readdirSync(join(folder, path)).length;
  const projects = JSON.parse(readFileSync(join(folder, '.gemini/projects.json'), 'utf8')).projects;
  const left = [listed('.gemini/tmp'), listed('.gemini/history'), listed('.claude/projects')];
  expect({ left, projects: Object.keys(projects).length }).toEqual(
    bare ? { left: [1, 0, 1], projects: 1 } : { left: [2, 1, 2], projects: 2 },
  );
  expect(existsSync(join(folder, '.gemini/projects.json.lock'))).toBe(false);
});
