// Contestants that put into their spool what no reader should read, write through or wait for.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AttemptEnded } from '../../src/domain/event.ts';
import { type ContestPlace, contestPlace, ended } from '../setup/contest-place.ts';

let play: ContestPlace;
let secret: string;

beforeEach(() => {
  play = contestPlace();
  secret = join(play.folder, 'secret');
  writeFileSync(secret, 'not for anybody');
});
afterEach(() => play[Symbol.dispose]());

interface Left {
  readonly end: AttemptEnded;
  readonly text: string;
  readonly stdout: string;
}

/** `$spool` is the script's own, and its answer is asked for as a file where it is told so. */
async function played(script: string, answer?: 'file'): Promise<Left> {
  const command: [string, ...string[]] = [
    '/bin/sh',
    '-c',
    `spool=$(dirname "$(dirname "$JOUST_ANSWER_FILE")"); ${script}`,
  ];
  const contestant = {
    name: 'one',
    agent: 'command',
    settings: { command, answer },
  };
  return await play.withPlayer(async (player) => {
    const contest = await play.open(player, [contestant]);
    const { end, text } = ended(await contest.attempt(play.step(contestant)));
    const stdout = end.stdout === undefined ? '' : (await player.ledger.blob(end.stdout)).toString();
    return { end, text: await text(), stdout };
  });
}

describe('an answer file', () => {
  it.each([
    ['a link out of its folder', 'ln -s "$PWD/secret" "$JOUST_ANSWER_FILE"', 'a link that leads out'],
    ['a pipe', 'mkfifo "$JOUST_ANSWER_FILE"', 'not a file'],
    ['a device', 'ln -s /dev/zero "$JOUST_ANSWER_FILE"', 'a link that leads out'],
    ['larger than memory', 'truncate -s 3G "$JOUST_ANSWER_FILE"', 'longer than'],
  ])('that is %s is not read, and the attempt says so', async (_what, script, why) => {
    const { end, text } = await played(`echo printed; ${script}`, 'file');
    expect(end).toMatchObject({ outcome: 'incomplete', reason: expect.stringContaining(why) });
    expect(text).toBe('printed');
  });

  it('that was never written leaves what was printed', async () => {
    expect(await played('echo printed', 'file')).toMatchObject({ end: { outcome: 'ok' }, text: 'printed' });
  });
});

describe('an end', () => {
  it('that holds no exit code is told as that, and what still ran is ended', async () => {
    const { end, text } = await played('echo answer; : >"$spool/end"; exec sleep 1000');
    expect(end).toMatchObject({ outcome: 'crashed', reason: expect.stringContaining('exit code unknown') });
    expect(text).toBe('answer');
  });
});

describe('a stream', () => {
  it.each([
    ['a link', 'ln -s "$PWD/secret" "$spool/stdout"'],
    ['a pipe', 'mkfifo "$spool/stdout"'],
    ['a folder', 'mkdir "$spool/stdout"'],
  ])('that was exchanged for %s is not kept', async (_what, script) => {
    const { end, text, stdout } = await played(`rm "$spool/stdout"; ${script}`);
    expect(end.outcome).toBe('empty');
    expect([text, stdout]).toEqual(['', '']);
  });

  it('is not written through what was planted where its copy goes', async () => {
    const { stdout } = await played('ln -s "$PWD/secret" "$spool/stdout.sealed"; yes long | head -c 80000');
    expect(stdout.length).toBeGreaterThan(70_000);
    expect(readFileSync(secret, 'utf8')).toBe('not for anybody');
  });
});
