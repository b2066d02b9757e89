// Reads nothing but that the command ended: whether it passed is its exit code, which the check records anyway.
import type { Parser } from './parser.ts';

export const exitCode: Parser = ({ code }) => (code === null ? undefined : {});
