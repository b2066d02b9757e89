// Without an ID an operation means the newest contest that fits it, and names it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project } from '../setup/project.ts';

const idIn = (stdout: string) => stdout.trim().split('\n').at(-1) ?? '';

it('resumes and cancels the newest contest that is open, past newer ones that are closed', async () => {
  using place = project();
  const ask = ['ask', '-c', 'scripted/quick'];
  const open = idIn((await place.joust([...ask, '--max-usd', '0.000001', 'well?', '--detach'])).stdout);
  await place.joust(['tail', open]);
  await place.joust([...ask, 'and now?']);
  expect(idIn((await place.joust(['resume', '--detach'])).stdout)).toBe(open);
  await place.joust(['tail', open]);
  const { code, stderr } = await place.joust(['cancel']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: `Contest ${open} is cancelled.\n` });
});

it('exports the last contest if only a folder is named, or a page', async () => {
  using place = project();
  await place.joust(['ask', '-c', 'scripted/quick', 'well?']);
  expect(await place.joust(['export', 'out'])).toMatchObject({ code: 0 });
  expect(await place.joust(['export', '--html', 'page.html'])).toMatchObject({ code: 0 });
  expect(existsSync(join(place.folder, 'out/manifest.json'))).toBe(true);
  expect(existsSync(join(place.folder, 'page.html'))).toBe(true);
});

it('retries the newest contest with a failed attempt', async () => {
  using place = project();
  await place.joust(['ask', '-c', 'scripted/quick', '-c', 'scripted/crash', 'well?']);
  const [{ contest: failed }] = JSON.parse(`[${(await place.joust(['list', '--json'])).stdout.trim()}]`);
  await place.joust(['ask', '-c', 'scripted/quick', 'and now?']);
  const { stdout } = await place.joust(['resume', '--retry-failed', '--detach']);
  expect(idIn(stdout)).toBe(failed);
  await place.joust(['tail', failed]);
});
