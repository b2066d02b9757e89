// What people preferred, over all contests on record and imports.
import { importedPreferences } from '../domain/events/blind-pick.ts';
import {
  type KnownPreference,
  mayHoldPreferences,
  type PreferenceRecord,
  preferencesIn,
} from '../views/leaderboard/preferences.ts';
import type { Archive } from './archive.ts';

/** Picks made here and those brought from elsewhere, newest first. */
export async function knownPreferences(archive: Archive): Promise<readonly KnownPreference[]> {
  const imported = {
    contest: importedPreferences,
    record: await archive.events(importedPreferences),
    prompt: '',
  };
  const records: PreferenceRecord[] = [imported];
  for await (const { id, opened, record } of archive.records()) {
    if (!mayHoldPreferences(opened)) continue;
    records.push({ contest: id, record, prompt: await archive.text(opened.task.prompt) });
  }
  return preferencesIn(records);
}
