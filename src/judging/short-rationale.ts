// A verdict's reason as one short line: the judge's own words, or a fixed sentence; never a dump of its reply.

const maxLength = 300;
const noReason = 'The judge gave no reason of its own.';

export function shortRationale(reason: string | undefined, reply = ''): string {
  const own = oneLine(reason ?? '') || oneLine(reasonLine(reply));
  if (own === '') return noReason;
  return own.length <= maxLength
    ? own
    : `${own.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$|\s+\S*$/u, '')}…`;
}

function reasonLine(reply: string): string {
  const line =
    /^[ \t>#*_-]{0,12}(?:reason(?:ing)?|rationale|explanation|justification|because)\b[*_]*\s*[:=-][*_]*(.{1,2000})$/imu;
  return line.exec(reply)?.[1] ?? '';
}

function oneLine(text: string): string {
  return text
    .slice(0, 4_000)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}
