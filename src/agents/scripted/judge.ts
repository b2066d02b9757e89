// A simulated judge: reads the entries and the nonce from its prompt and answers as a judge is asked to.

/** `first`, `second`, `longer`, `shorter`, `tie`, `contains TEXT`: whichever entry that is. */
export function simulatedVerdict(prompt: string, rule: string): string {
  const entries = [...prompt.matchAll(/<<<ENTRY (\S+) (\S+)\n([\s\S]*?)\nENTRY \1 \2>>>/g)].map(
    ([, label = '', , text = '']) => ({ label, text }),
  );
  const nonce = [...prompt.matchAll(/"nonce": "(\w+)"/g)].at(-1)?.[1] ?? '';
  const choice = chosen(entries, rule)?.label ?? 'tie';
  return JSON.stringify({ nonce, choice, reason: `simulated: ${rule}` });
}

interface LabelledText {
  readonly label: string;
  readonly text: string;
}

function chosen(entries: readonly LabelledText[], rule: string): LabelledText | undefined {
  const byLength = [...entries].sort((a, b) => a.text.length - b.text.length);
  const [shortest, longest] = [byLength[0], byLength.at(-1)];
  switch (rule) {
    case 'first':
      return entries[0];
    case 'second':
      return entries[1];
    case 'longer':
      return longest?.text.length === shortest?.text.length ? undefined : longest;
    case 'shorter':
      return longest?.text.length === shortest?.text.length ? undefined : shortest;
    default: {
      const wanted = rule.replace(/^contains /, '');
      const holding = entries.filter(({ text }) => text.includes(wanted));
      return holding.length === 1 ? holding[0] : undefined;
    }
  }
}
