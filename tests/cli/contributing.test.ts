// The examples in CONTRIBUTING.md are the fixtures that these tests run.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { operationFunction } from '../../src/library/operation-functions.ts';
import type { AnyOperation } from '../../src/operations/operation.ts';
import { oldest } from '../fixtures/operations/oldest.ts';
import { save } from '../fixtures/operations/save.ts';
import { shortest } from '../fixtures/operations/shortest.ts';
import { codeBlocks } from '../setup/documentation.ts';
import { project, root } from '../setup/project.ts';

const blocks = codeBlocks(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'));
const fixture = (name: string) =>
  readFileSync(join(root, `tests/fixtures/operations/${name}.ts`), 'utf8')
    .replaceAll("'../../../src/operations/", "'./")
    .replaceAll("'../../../src/", "'../");

it.each(['oldest', 'shortest', 'save'])('shows the operation %s as it is tested', (name) => {
  const shown = blocks.find(({ lines }) => lines[0]?.startsWith(`// ${name}: `) === true);
  expect(`${shown?.lines.join('\n')}\n`).toBe(fixture(name));
});

it('shows operations that work', async () => {
  using place = project();
  await place.joust(['ask', '-c', 'scripted/quick', 'Tabs or spaces?']);
  const call = (one: unknown, input: object) =>
    operationFunction('fixture', async () => one as AnyOperation)(input, { home: place.home });
  const listed = await call(oldest, { limit: 1 });
  expect(listed).toMatchObject({ contests: [{ id: expect.any(String), openedAt: expect.any(String) }] });
  expect(await call(shortest, {})).toMatchObject({ contestant: 'scripted/quick' });
  const file = join(place.folder, 'prompt.md');
  expect(await call(save, { file })).toMatchObject({ file, characters: 15 });
  expect(readFileSync(file, 'utf8')).toBe('Tabs or spaces?');
  await expect(call(save, { file })).rejects.toThrow('exists');
  expect(existsSync(file)).toBe(true);
  const arena = ['arena', '-c', 'scripted/quick', '-c', 'scripted/careful', '--detach', 'Tabs or spaces?'];
  const blind = (await place.joust(arena)).stdout.trim();
  await place.joust(['tail', blind]);
  await expect(call(shortest, { id: blind })).rejects.toThrow(`contest ${blind}`);
});
