// Reads a part of the prompt to its end: text, and not without end.
import { JoustError } from '../../../../domain/joust-error.ts';

/** No model takes as much by far; a device or an endless pipe must not fill the memory. */
const maxBytes = 256 * 1024 * 1024;

export async function readWhole(source: AsyncIterable<Buffer | string>, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const piece of source) {
    const chunk = Buffer.from(piece);
    if (chunk.includes(0)) throw unfit(`${name} is not text`, 'Only text can be part of a prompt.');
    bytes += chunk.length;
    if (bytes > maxBytes) throw unfit(`${name} is larger than 256 MiB`, 'Give the part that matters.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function unfit(message: string, hint: string): JoustError {
  return new JoustError(message, { code: 'usage', hint });
}
