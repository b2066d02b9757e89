// Limits of containers that a brief sets for one of its contestants. The engine is a program that notes how it is called.
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shell } from '../setup/brief-files.ts';
import { briefPlace, yaml } from '../setup/brief-place.ts';

const engine = (log: string) => `#!/bin/sh
case "$1" in
  info) echo "68719476736 true"; exit 0 ;;
  run) ;;
  *) exit 0 ;;
esac
echo "$*" >> ${log}
while [ "$1" != --workdir ]; do shift; done
cd "$2"
while [ "$1" != --entrypoint ]; do shift; done
program=$2
shift 3
exec "$program" "$@"
`;

it('limits a container by the resources of its contestant, else of the brief', async () => {
  using place = briefPlace({
    'b/brief.yaml': yaml(
      'contestants: [{ name: small, agent: one, resources: { mem_limit: 512m, pids_limit: 64 } }, { name: usual, agent: two }]',
      'sandbox: container',
      'image: joust-test',
      'resources: { mem_limit: 2g, cpus: 1.5 }',
    ),
  });
  const log = join(place.folder, 'runs.log');
  place.write('bin/podman', engine(log));
  chmodSync(join(place.folder, 'bin/podman'), 0o755);
  const env = { PATH: `${join(place.folder, 'bin')}:${place.env['PATH']}` };
  const agent = (name: string) =>
    `[agents.${name}]\nuses = "command"\ncommand = ["/bin/sh", "-c", "echo I am ${name}; mkdir -p out; echo x > out/RESULT.md"]\n`;
  place.config(`${place.configured}${agent('one')}${agent('two')}[container]\nengine = "podman"\n`);
  expect((await place.joust(['trust', 'b', '--yes'], { env })).code).toBe(0);
  const { code, stderr } = await place.joust(['brief', 'play', 'b'], { env });
  expect(code, stderr).toBe(0);
  expect(stderr).not.toContain('left out');
  const runs = readFileSync(log, 'utf8').split('\n');
  const limitsOf = (name: string) =>
    runs.find((line) => line.includes(`I am ${name}`))?.match(/--(?:memory|cpus|pids-limit) \S+/g);
  expect(limitsOf('one')).toEqual(['--pids-limit 64', '--memory 536870912b', '--cpus 1.5']);
  expect(limitsOf('two')).toEqual(['--pids-limit 512', '--memory 2147483648b', '--cpus 1.5']);
});

it('says that resources have no effect without a container', async () => {
  using place = briefPlace({
    'b/brief.yaml': yaml('contestants: [{ name: ann, agent: ann2, resources: { cpus: 1 } }, bob]'),
  });
  place.config(place.configured + shell('ann2', 'true'));
  const { stderr } = await place.joust(['brief', 'play', 'b', '-c', 'ann']);
  expect(stderr).toContain('The resources of ann only apply in a container: add --sandbox container.');
});
