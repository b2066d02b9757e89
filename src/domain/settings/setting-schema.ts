// A setting as JSON Schema, for tools and routes: plain enough for every model and client. The rule itself checks the value.
import type { Rule } from './rule.ts';
import type { Setting } from './settings.ts';

/** `minimum`, `maximum` and `default` are absent unless the rule has them. */
export interface SettingSchema {
  readonly description: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number | boolean;
  readonly [field: string]: unknown;
}

export function settingSchema({ rule, help, builtIn }: Setting): SettingSchema {
  const shape = rule.type === 'table' ? {} : shapeOf(rule);
  const isPlain = typeof builtIn === 'number' || typeof builtIn === 'boolean';
  return { ...shape, description: help, ...(isPlain ? { default: builtIn } : {}) };
}

function shapeOf(rule: Rule): object {
  switch (rule.type) {
    case 'count':
      return { type: 'integer', minimum: rule.min, maximum: rule.max };
    case 'number':
      return { type: 'number', minimum: rule.min, maximum: rule.max };
    case 'amount':
      return { type: 'number' };
    case 'switch':
      return { type: 'boolean' };
    case 'word':
      return { type: 'string', enum: rule.words };
    case 'list':
      return { type: 'array', items: { type: 'string' } };
    case 'duration':
    case 'size':
    case 'text':
    case 'content':
      return { type: 'string' };
  }
}
