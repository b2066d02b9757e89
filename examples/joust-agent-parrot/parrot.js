// The program of this agent: it repeats what it is told, as JSON lines.
const heard = (await process.stdin.toArray()).join('').trim();
if (heard === '') throw new Error('nobody said anything');
for (const word of heard.split(/\s+/)) console.log(JSON.stringify({ type: 'word', text: word }));
console.log(JSON.stringify({ type: 'end', input: heard.length, output: heard.length }));
