// Writes the table of all settings from the formats' own schemas, so that no start of joust loads a schema library for
// its options, help or config keys: npm run schema.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describedOperation, everyOperation } from '../src/all.ts';
import { describedIn } from '../src/domain/settings/setting.ts';
import { everyFormat } from '../src/formats/all.ts';
import { contestSettings } from '../src/formats/contest-settings.ts';

export const settingsPath = fileURLToPath(new URL('../src/domain/settings/settings.json', import.meta.url));

export const operationsPath = fileURLToPath(
  new URL('../src/domain/settings/operations.json', import.meta.url),
);

/** Every operation as it describes itself, one a line. */
export async function operationsText(): Promise<string> {
  const lines = (await everyOperation()).map((one) => text(describedOperation(one)));
  return `[\n${lines.join(',\n')}\n]\n`;
}

/** Every setting there is, of every contest and of each format. */
export async function settingsText(): Promise<string> {
  const formats = (await everyFormat()).map(({ name, about, request }) => ({
    name,
    ...about,
    settings: describedIn(request),
  }));
  const lines = (settings: readonly object[]) => settings.map((one) => `    ${text(one)}`).join(',\n');
  const parts = formats.map(
    ({ settings, ...format }) => `{\n  "format": ${text(format)},\n  "settings": [\n${lines(settings)}\n  ]}`,
  );
  return `{"contest": [\n${lines(describedIn(contestSettings))}\n],\n"formats": [\n${parts.join(',\n')}\n]}\n`;
}

/** Shapes stand as text. */
function text(value: object): string {
  return JSON.stringify(value, (_, one) => (one instanceof RegExp ? String(one) : one));
}

if (import.meta.main) {
  writeFileSync(settingsPath, await settingsText());
  writeFileSync(operationsPath, await operationsText());
  console.log('src/domain/settings/settings.json and operations.json');
}
