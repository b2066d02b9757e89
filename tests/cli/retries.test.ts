// CLIs that keep trying by themselves are given up early, with the real reason; a quota is told alike everywhere.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Project, project } from '../setup/project.ts';
import { ended } from './output-lines.ts';

/** A copilot whose model's server refuses it for good, as it says in its stream, and that never stops trying. */
function stage(status: number): Project {
  const place = project();
  const line = (type: string, data: object) => JSON.stringify({ type, data });
  const refused = `echo '${line('model.call_failure', { statusCode: status })}'`;
  const again = `echo '${line('assistant.turn_retry', { reason: status === 429 ? 'rate_limit' : 'api_error' })}'`;
  const tries = `${refused}; ${again}; `.repeat(4);
  const program = place.write('fake', `echo started >>"$HOME/started"; cat >/dev/null; ${tries} sleep 600\n`);
  place.config(`[contestants.bob]\nagent = "copilot"\ncommand = ["/bin/sh", "${program}"]\n`);
  return place;
}

const starts = ({ env }: Project) =>
  readFileSync(join(env['HOME'] ?? '', 'started'), 'utf8')
    .trim()
    .split('\n');

describe('a CLI that keeps trying', () => {
  it('on a server that fails is ended once it has tried enough, and not run again', async () => {
    using place = stage(500);
    const { code, stdout } = await place.joust(['ask', '--json', '-c', 'bob', 'hi']);
    expect(code).toBe(1);
    expect(ended(stdout)).toMatchObject([{ outcome: 'crashed', reason: "the model's server answered 500" }]);
    expect(starts(place)).toHaveLength(1);
  });

  it('on a rate limit is parked, and every command says the same of it', async () => {
    using place = stage(429);
    const { code, stderr } = await place.joust(['ask', '-c', 'bob', 'hi']);
    expect(code).toBe(1);
    const parked = stderr.split('\n').find((line) => line.startsWith('Parked')) ?? '';
    expect(parked).toMatch(/^Parked until its quota is back \(perhaps .*\): bob\.$/);
    expect(stderr).toMatch(/joust resume \w+/);
    expect((await place.joust(['show', '@last'])).stdout).toContain(parked);
    expect((await place.joust(['list'])).stdout).toMatch(/ parked /);
    expect(starts(place)).toHaveLength(1);
  });
});
