// The order of test files: what takes longest begins first, so that no core idles at the end while another has a minute to go.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where the long ones are, longest first; the others follow by size. Who mostly waits begins beside who mostly computes. */
const long = [
  /crash\/sweep|pool\/deaths/,
  /crash\/race|cli\/race-hostile/,
  /contest\/prefixes|cli\/race-checks/,
  /cli\/(?:docs|every-command|arena|tournament)\.|package\/package/,
  /cli\/(?:race|race-gate|race-interrupted|judge|extensions|ask-calls)\.|web\/(?:panes|launcher|told|results)|pool\/rules|http\/play/,
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
