// Tells joust about the program parrot: how it is called, and what the lines it prints mean.
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('parrot.js', import.meta.url));

/** Pure: from the same lines always the same. What is no JSON is no reason to fail. */
const decoder = {
  start: { words: [] },
  line(state, line) {
    const said = jsonOf(line);
    if (said.type === 'end')
      return [{ ...state, usage: { inputTokens: said.input, outputTokens: said.output } }, []];
    if (said.type !== 'word') return [state, []];
    return [{ ...state, words: [...state.words, said.text] }, [{ type: 'text', delta: `${said.text} ` }]];
  },
  /** Called once, however the process ended. Whole is an answer only with the last line: never trust an exit code. */
  end({ words, usage }, { code, stderrTail }) {
    const text = words.join(' ');
    if (usage !== undefined) return { type: 'ended', outcome: 'ok', text, usage };
    const reason = stderrTail.trim().split('\n').at(-1) || `exit code ${code}`;
    return { type: 'ended', outcome: 'crashed', text, partial: text !== '', reason };
  },
};

function jsonOf(line) {
  try {
    return Object(JSON.parse(line));
  } catch {
    return {};
  }
}

/** Handed what joust exports, so that this package needs no joust of its own. */
export function extend({ defineAgent }) {
  const parrot = defineAgent({
    id: 'parrot',
    title: 'A program that repeats',
    plan: ({ prompt }) => ({ program: process.execPath, args: [program], stdin: prompt, env: {}, files: [] }),
    decoder: () => decoder,
    presence: { install: 'It comes with this package.' },
  });
  return [parrot];
}
