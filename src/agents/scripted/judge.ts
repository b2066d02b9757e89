// A simulated judge: reads the entries and the nonce from its prompt and answers as a judge is asked to.

/** `first`, `second`, `longer`, `shorter`, `tie`, `contains TEXT`: whichever entry that is. */
export function simulatedVerdict(prompt: string, rule: string): string {
  const entries = [...prompt.matchAll(/<<<ENTRY (\S+) (\S+)\n([\s\S]*?)\nENTRY \1 \2>>>/g)].map(
    ([, label = '', , text = '']) => ({ label, text }),
  );
  const nonce = [...prompt.matchAll(/"nonce": "(\w+)"/g)].at(-1)?.[1] ?? '';
  const reason = `simulated: ${rule}`;
  const scale = [...prompt.matchAll(/^- (.+): (-?[\d.]+) to (-?[\d.]+)(?:\.|$)/gm)];
  if (prompt.includes('"scores": {'))
    return JSON.stringify({ nonce, scores: scored(entries[0]?.text ?? '', scale), reason });
  const choice = chosen(entries, rule)?.label ?? 'tie';
  return JSON.stringify({ nonce, choice, reason });
}

/** Longer entries get more of each scale, up to all of it. */
function scored(text: string, scale: readonly RegExpExecArray[]): Record<string, number> {
  const part = Math.min(1, text.length / 400);
  return Object.fromEntries(
    scale.map(([, name = '', min, max]) => [
      name,
      Math.round(Number(min) + part * (Number(max) - Number(min))),
    ]),
  );
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
