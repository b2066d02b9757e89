// Who judges and analyzes by the config: the user's word holds, and a project chooses among what the user has.
import { expect, it } from 'vitest';
import { configPlace } from '../../tests/fixtures/config-place.ts';
import { Probes } from '../contest/accounts/probes.ts';
import { chooseJudges } from '../play/roster/choose-roster.ts';
import { loadConfig } from './load.ts';

it('a project may name judges and an analyst that the user has, and no script before it is trusted', async () => {
  using place = configPlace();
  const load = () => loadConfig({ machine: place.machine(), cwd: place.project });
  place.write(place.projectFile, 'judges = ["claude/opus", "codex"]\nanalyst = "codex"\n');
  const chosen = await load();
  expect(chosen.values.judges).toEqual(['claude/opus', 'codex']);
  expect(chosen.notices).toEqual([]);
  place.write(place.projectFile, 'judges = ["claude", "scripted/evil.yaml"]\nanalyst = "command/x"\n');
  const withheld = await load();
  expect(withheld.values.judges).toEqual([]);
  expect(withheld.notices.join(' ')).toMatch(/ignored: judges .*, analyst /);
});

it('those judge where nobody is named for it', async () => {
  using place = configPlace();
  place.write(place.userFile, 'judges = ["scripted/judge"]\n');
  const machine = place.machine();
  const config = await loadConfig({ machine, cwd: place.project });
  const probes = new Probes(machine, { home: place.project, envPass: [] });
  const named = (specs: readonly string[]) =>
    chooseJudges([{ name: 'a', agent: 'scripted' }], { specs, config, probes }).judges.map(
      ({ name }) => name,
    );
  expect(named([])).toEqual(['scripted/judge']);
  expect(named(['scripted/other'])).toEqual(['scripted/other']);
});
