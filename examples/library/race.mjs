// A race between two functions, each in a checkout of its own, measured by a check and judged by a third function.
// Run it in a git repository.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { race } from 'joust';

/** It works in the folder it is told; what it leaves there is its entry. */
const writer = (name, text) => ({
  name,
  async play({ cwd }) {
    await writeFile(join(cwd, 'greeting.txt'), text);
    return 'done';
  },
});

/** A judge answers in the form its prompt ends with; it is shown entries under labels, never names. */
const shorter = {
  name: 'shorter',
  async play({ prompt }) {
    const [, nonce, first, second] = /"nonce": "(\w+)", "choice": "(\w+)" \| "(\w+)"/.exec(prompt) ?? [];
    const better = prompt.indexOf('+hello\n') < prompt.indexOf('+hello, dear world') ? first : second;
    return `VERDICT ${nonce} ${better}`;
  },
};

const { result, checkFailed } = await race({
  prompt: 'Write a greeting to greeting.txt',
  contestants: [writer('brief', 'hello\n'), writer('wordy', 'hello, dear world\n')],
  judges: [shorter],
  check: ['test=test -s greeting.txt'],
  noFoundChecks: true,
  approve: true,
});
console.log(checkFailed ? 'nobody passed' : `winner: ${result.winner ?? 'none'}`);
