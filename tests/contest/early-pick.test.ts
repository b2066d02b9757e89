// A pick that comes while one of the two is still writing: it is on record at once, and nobody is asked again.
import { expect, it } from 'vitest';
import { isBlind } from '../../src/domain/events/blind-pick.ts';
import { sidesOnRecord, soFarWithoutAuthor } from '../../src/formats/arena/sides.ts';
import { playFolder, playWhole } from './play-prefix.ts';
import { pickedEarly } from './played-arena.ts';

it('counts, lifts the blindness at once, and is of the sides as they are drawn', async () => {
  // Whoever is asked at the end would say something else.
  const format = { ...pickedEarly, says: 'skip' };
  using place = playFolder(format);
  const whole = await playWhole(format, place);
  const events = whole.records.get(whole.contest) ?? [];
  const types = events.map(({ type }) => type);
  expect(types).not.toContain('gate.asked');
  expect(types.indexOf('gate.answered')).toBeLessThan(types.lastIndexOf('attempt.ended'));
  const before = events.slice(0, types.indexOf('gate.answered'));
  expect([isBlind(before), isBlind(events.slice(0, before.length + 1))]).toEqual([true, false]);
  const sides = sidesOnRecord(before).map(({ label, contestant }) => [label, contestant.name]);
  const { result } = whole.cameTo as {
    result: { pick: string; sides: { label: string; contestant: string }[] };
  };
  expect(result.pick).toBe('b');
  expect(result.sides.map(({ label, contestant }) => [label, contestant])).toEqual(sides);
});

it('is of text that ends with a whole word, and not with the beginning of a name', () => {
  const asked = { opened: { roster: [{ name: 'x', agent: 'codex' }], options: {} }, prompt: 'why?' };
  expect(soFarWithoutAuthor('too short', asked)).toBe('');
  const text = `I am codex, and this is why. ${'word '.repeat(40)}`;
  for (let length = 0; length <= text.length; length += 1) {
    const shown = soFarWithoutAuthor(text.slice(0, length), asked);
    expect(shown).not.toMatch(/cod/);
    expect(shown.length).toBeLessThan(Math.max(1, length));
  }
});
