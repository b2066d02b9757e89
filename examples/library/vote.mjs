// A vote in which functions of this program take part: any model or framework can compete without a CLI.
import { vote } from 'joust';

const cautious = { name: 'cautious', play: async ({ prompt }) => (prompt.includes('Friday') ? 'no' : 'yes') };
const streaming = {
  name: 'streaming',
  async *play(_task, { signal }) {
    for (const piece of ['It is Friday, ', 'so my vote is: ', 'no']) if (!signal.aborted) yield piece;
    yield { type: 'ended', text: 'no', usage: { inputTokens: 12, outputTokens: 3 }, costUsd: 0.0001 };
  },
};
const bold = { name: 'bold', play: () => 'yes' };

const { result } = await vote({
  prompt: 'Do we ship on Friday? Answer yes or no.',
  contestants: [cautious, streaming, bold],
  choices: ['yes', 'no'],
  limits: { attempts: 10, time: '5m' },
});
for (const { answer, voters } of result.groups) console.log(`${answer}: ${voters.join(', ')}`);
