// The order of test files: what takes longest begins first, so that no core idles at the end while another has a minute to go.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where the long ones are, longest first; the others follow by size. */
const long = [
  /crash\/sweep/,
  /crash\/race/,
  /cli\/(?:docs|leftovers|attack)|contest\/prefixes/,
  /race-(?:hostile|checks|interrupted|gate)|cli\/race\./,
  /cli\/(?:arena|judge|tournament|demo|apply-commit)/,
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    return bySize.sort((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = long.findIndex((name) => name.test(moduleId));
  return at < 0 ? long.length : at;
}
