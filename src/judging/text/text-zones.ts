// Splits a text into its code (fenced, indented, patches) and its prose, line by line.

export interface Zone {
  readonly kind: 'prose' | 'code';
  /** With its line breaks: the zones' texts put together are the text. */
  readonly text: string;
}

export function textZones(text: string): readonly Zone[] {
  const zones: { kind: Zone['kind']; lines: string[] }[] = [];
  let state: State = { fence: '', patch: false };
  let blankBefore: boolean = true;
  for (const line of text.split(/(?<=\n)/u)) {
    const next = step(state, line);
    const code: boolean =
      state.fence !== '' ||
      next.fence !== '' ||
      next.patch ||
      (/^(?: {4}|\t)\s*\S/u.test(line) && blankBefore);
    const kind = code ? 'code' : 'prose';
    const zone = zones.at(-1);
    if (zone?.kind === kind) zone.lines.push(line);
    else zones.push({ kind, lines: [line] });
    blankBefore = line.trim() === '' || (code && next.fence === '');
    state = next;
  }
  return zones.map(({ kind, lines }) => ({ kind, text: lines.join('') }));
}

interface State {
  /** The marks that opened the fence, empty outside of one. */
  readonly fence: string;
  readonly patch: boolean;
}

function step({ fence, patch }: State, line: string): State {
  const marks = /^\s{0,12}(?:[-*>]\s+)?(`{3,}|~{3,})/u.exec(line)?.[1] ?? '';
  if (fence !== '') {
    const closes = marks.startsWith(fence) && line.trim().replace(/[`~]/gu, '') === '';
    return { fence: closes ? '' : fence, patch: false };
  }
  if (marks !== '') return { fence: marks, patch: false };
  if (/^(?:diff --git |--- [^\s-]|\+\+\+ \S|@@ -\d)/u.test(line)) return { fence: '', patch: true };
  return { fence: '', patch: patch && patchLine.test(line) };
}

const patchLine =
  /^(?:[ +\-\\@]|index |new file|deleted file|old mode|new mode|rename |copy |similarity |Binary |GIT binary|\r?\n?$)/u;
