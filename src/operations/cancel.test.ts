import { expect, it } from 'vitest';
import { notesOf } from '../views/document.ts';
import { cancel } from './cancel.ts';

const notes = (output: { done: boolean; living: string[] }) =>
  notesOf(cancel.document?.({ id: '4k2', ...output }, true) ?? []);

it("doesn't report a contest as cancelled while its processes live", () => {
  expect(notes({ done: true, living: ['process 12 (claude)'] })).toEqual([
    "Contest 4k2 is cancelled on record, but joust can't stop what still runs: process 12 (claude).",
    'End that, then run: joust cancel 4k2',
  ]);
  expect(notes({ done: false, living: ['process 12 (claude)'] })).toEqual([
    "Contest 4k2 had ended already, but joust can't stop what still runs: process 12 (claude).",
    'End that, then run: joust cancel 4k2',
  ]);
  expect(notes({ done: true, living: [] })).toEqual(['Contest 4k2 is cancelled.']);
});
