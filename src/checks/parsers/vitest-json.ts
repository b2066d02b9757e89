// vitest --reporter=json: jest's shape, on purpose of its makers.
import { jestJson } from './jest-json.ts';
import type { Parser } from './parser.ts';

export const vitestJson: Parser = jestJson;
