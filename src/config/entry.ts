// One effective setting: its key, its value as the file spells it, and where it came from.
import type { SettingValue } from '../domain/rule.ts';
import { quoted, visible } from './shown.ts';

export type ConfigValue = SettingValue;

export type Origin =
  | { readonly from: 'built-in' }
  | { readonly from: 'user' | 'project'; readonly file: string; readonly line: number }
  | { readonly from: 'environment'; readonly variable: string }
  | { readonly from: 'flag'; readonly flag: string };

export interface Entry {
  readonly path: readonly string[];
  readonly value: ConfigValue;
  readonly origin: Origin;
}

/** `agents.claude.model`; parts that TOML would not read bare are quoted. */
export function keyText(path: readonly string[]): string {
  return path.map((part) => (/^[A-Za-z0-9_-]+$/.test(part) ? part : quoted(part))).join('.');
}

export function originText(origin: Origin): string {
  switch (origin.from) {
    case 'built-in':
      return 'built-in';
    case 'user':
    case 'project':
      return `${origin.from} file ${visible(origin.file)}:${origin.line}`;
    case 'environment':
      return `environment variable ${origin.variable}`;
    case 'flag':
      return `flag ${origin.flag}`;
  }
}
