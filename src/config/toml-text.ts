// A value in TOML, spelled in the plainest way and on one line.
import { keyText } from './entry.ts';
import { quoted } from './shown.ts';
import type { TomlValue } from './toml.ts';

export function tomlText(value: TomlValue): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '""' : value.toISOString();
  if (Array.isArray(value)) return `[${value.map(tomlText).join(', ')}]`;
  const pairs = Object.entries(value).map(([key, inner]) => `${keyText([key])} = ${tomlText(inner)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  // 1e21 is a float in TOML too; a whole number beyond 64 bits would not be read.
  return Number.isInteger(value) && !text.includes('e') && Math.abs(value) > Number.MAX_SAFE_INTEGER
    ? `${text}.0`
    : text;
}
