// What a judge says after it has thought: a reply without the thinking some models write before it.

const tag = '(?:think|thinking|thought|thoughts|reasoning|scratchpad|analysis)';
const untilEnd = new RegExp(`^.*</${tag}>`, 'isu');
const unended = new RegExp(`^\\s*<${tag}>`, 'iu');

/** Empty where the thinking never ended: what is said in it is not yet the verdict. */
export function spokenPart(reply: string): string {
  const spoken = reply.replace(untilEnd, '');
  return unended.test(spoken) ? '' : spoken;
}
