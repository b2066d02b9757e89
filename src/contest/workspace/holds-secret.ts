// Whether a changed file holds something that is redacted everywhere else, and that the base does not hold.
import { redactor } from '../../domain/redact.ts';
import type { TreeFileChange } from '../../workspace/base/tree-change.ts';

export function holdsSecret(
  { before, after }: TreeFileChange,
  secrets: Readonly<Record<string, string>>,
): boolean {
  if (after === undefined) return false;
  const clean = redactor(secrets);
  const text = Buffer.from(after.content).toString('utf8');
  if (clean(text) === text) return false;
  const old = Buffer.from(before?.content ?? []).toString('utf8');
  return before === undefined || clean(old) === old;
}
