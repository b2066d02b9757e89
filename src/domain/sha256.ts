// SHA-256 of a few bytes. Every start hashes some short texts before anything runs, and to load Node's own for that takes longer
// than all of them; what is longer is hashed by that.

/** What is longer takes too long here. */
export const shortBytes = 2048;

const rounds = 64;
const blockBytes = 64;
/** Bits behind the point of the cube and square roots of the first primes. */
const constants = new Int32Array(rounds);
const initial = new Int32Array(8);

/** In hexadecimal digits. */
export function shortSha256(bytes: Uint8Array): string {
  if (constants[0] === 0) fillConstants();
  const state = initial.slice();
  const words = new Int32Array(rounds);
  const padded = paddedOf(bytes);
  for (let at = 0; at < padded.byteLength; at += blockBytes) {
    for (let word = 0; word < 16; word += 1) words[word] = padded.getInt32(at + word * 4);
    mix(state, words);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** A one bit, zeros, and the length in bits at the end of a block. */
function paddedOf(bytes: Uint8Array): DataView {
  const blocks = Math.ceil((bytes.length + 9) / blockBytes);
  const padded = new Uint8Array(blocks * blockBytes);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  return view;
}

/** Written for an interpreter: most calls come before anything is compiled. With signs, since V8 has no room in a word for larger ones. */
function mix(state: Int32Array, words: Int32Array): void {
  for (let at = 16; at < rounds; at += 1) {
    const early = of(words, at - 15);
    const late = of(words, at - 2);
    const first = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const second = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    words[at] = of(words, at - 16) + first + of(words, at - 7) + second;
  }
  let a = of(state, 0);
  let b = of(state, 1);
  let c = of(state, 2);
  let d = of(state, 3);
  let e = of(state, 4);
  let f = of(state, 5);
  let g = of(state, 6);
  let h = of(state, 7);
  for (let at = 0; at < rounds; at += 1) {
    const low = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const high = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const one = h + low + ((e & f) ^ (~e & g)) + of(constants, at) + of(words, at);
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    // What was a is b only now: the majority is of the three before.
    const most = (a & b) ^ (a & c) ^ (b & c);
    c = b;
    b = a;
    a = (one + high + most) | 0;
  }
  state[0] = of(state, 0) + a;
  state[1] = of(state, 1) + b;
  state[2] = of(state, 2) + c;
  state[3] = of(state, 3) + d;
  state[4] = of(state, 4) + e;
  state[5] = of(state, 5) + f;
  state[6] = of(state, 6) + g;
  state[7] = of(state, 7) + h;
}

function of(words: Int32Array, at: number): number {
  return words[at] ?? 0;
}

function fillConstants(): void {
  for (let prime = 2, found = 0; found < rounds; prime += 1) {
    let divisor = 2;
    while (divisor * divisor <= prime && prime % divisor !== 0) divisor += 1;
    if (divisor * divisor <= prime) continue;
    constants[found] = (Math.cbrt(prime) % 1) * 2 ** 32;
    if (found < initial.length) initial[found] = (Math.sqrt(prime) % 1) * 2 ** 32;
    found += 1;
  }
}
