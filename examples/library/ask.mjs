// Asks two contestants, shows what they say as it comes, and then the answers.
import { ask } from 'joust';

const run = ask({
  prompt: 'Tabs or spaces?',
  contestants: ['scripted/quick', 'scripted/careful'],
  timeout: '2m',
});
for await (const event of run) if (event.type === 'text') process.stderr.write(event.delta);

const { id, answers } = await run;
console.log(`contest ${id}`);
for (const { contestant, outcome, text } of answers)
  console.log(`${contestant} (${outcome}): ${text.split('\n', 1)[0]}`);
