// Secrets leave text: those the attempt was given, and those whose shape gives them away.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactor } from './kept-text.ts';
import { pieceRedactor } from './secrets/piece-redactor.ts';

describe('values the attempt was given', () => {
  const secret = fc
    .stringMatching(/^[!-~]{8,40}$/)
    .filter((value) => !'[redacted TOKEN token]'.includes(value));

  it('never stay, wherever and however often they stand', () => {
    fc.assert(
      fc.property(secret, fc.array(fc.string()), (value, around) => {
        const clean = redactor({ TOKEN: value })(around.join(value));
        expect(clean).not.toContain(value);
      }),
    );
  });

  it('are replaced by the name of their variable', () => {
    expect(redactor({ MY_KEY: 'hunter2hunter2' })('a hunter2hunter2 b')).toBe('a [redacted MY_KEY] b');
  });

  it('are taken from the longest to the shortest, so that none leaves its end behind', () => {
    const clean = redactor({ SHORT: 'abcdefgh', LONG: 'abcdefghijkl' });
    expect(clean('abcdefghijkl abcdefgh')).toBe('[redacted LONG] [redacted SHORT]');
  });

  it('count only from eight characters: a shorter one would take half of the text with it', () => {
    expect(redactor({ DEBUG: 'true', EMPTY: '' })('it is true')).toBe('it is true');
  });

  it('may look like a pattern', () => {
    expect(redactor({ KEY: '$&.*(x)+[' })('a $&.*(x)+[ b')).toBe('a [redacted KEY] b');
  });
});

describe('shapes', () => {
  const clean = redactor({});
  const filler = 'Ab0'.repeat(20);

  it.each([
    `sk-${filler}`,
    `sk-ant-api03-${filler}`,
    `sk-proj-${filler}`,
    `sk-or-v1-${filler}`,
    `ghp_${filler}`,
    `github_pat_${filler}`,
    `AIza${filler.slice(0, 35)}`,
    `xoxb-${filler}`,
    'AKIAIOSFODNN7EXAMPLE',
    `eyJ${filler}.eyJ${filler}.${filler}`,
  ])('%s is a secret anywhere', (token) => {
    expect(clean(`key=${token}, "${token}"`)).toBe('key=[redacted token], "[redacted token]"');
  });

  it.each([
    'sk-short',
    'ask-me-anything-about-the-long-dash-separated-words',
    'task-1234567890123456789012345',
    'ghp_tooshort',
    'AKIA',
    'the risk-averse-and-very-careful-approach-wins',
    `AIza${filler}`,
  ])('%s is none', (text) => {
    expect(clean(text)).toBe(text);
  });
});

describe('text that comes in pieces', () => {
  const filler = 'Ab0'.repeat(20);
  const given = { TOKEN: 'the secret of äll', OTHER: 'hunter2hunter2' };
  const word = fc.constantFrom(
    ...['a', ' ', '\n', ':', '://', '/', '@', 'me', '-', '.', '_', '中文', 'eyJ', 'sk-', 'the secret', '"'],
    ...[...Object.values(given), `https://me:${filler}@host`, 'gi', 'hub_pat_', 'xo', 'xb-'],
    ...['sk-ant-', 'ghr_', 'github_pat_', 'xoxb-'].map((start) => `${start}${filler}`),
    ...['npm_', 'glpat-', 'sk_live_', 'rk_live_', 'hf_'].map((start) => `${start}${filler}`),
    ...[
      'Authorization: ',
      'Bearer ',
      'secret_access_key = "',
      'AKIAIOSFODNN7EXAMPLE,',
      `${filler.slice(0, 38)}/z`,
    ],
    ...[
      '-----',
      'BEGIN RSA PRIVATE KEY-----',
      '\\n',
      `MIIEpAIBAAKCAQEA${filler.slice(0, 48)}`,
      'q2W4==',
      '+',
    ],
    ...[
      `-----BEGIN EC PRIVATE KEY-----\n${filler}\nq2W4==\n-----END EC PRIVATE KEY-----`,
      '-----BEGIN PRIVATE KEY-----',
      'Proc-Type: 4,ENCRYPTED',
    ],
    ...[`AIza${filler.slice(0, 35)}`, `AKIA${'A0'.repeat(8)}`, `eyJ${filler}.eyJ${filler}.${filler}`],
  );
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(''));

  /** Cut at these places, each a part of the whole. */
  function shown(whole: string, cuts: readonly number[]): readonly string[] {
    const redact = pieceRedactor(given);
    const places = [...cuts.map((cut) => Math.floor(cut * whole.length)), whole.length].sort((a, b) => a - b);
    const pieces = places.map((place, at) => whole.slice(places[at - 1] ?? 0, place));
    return [...pieces.map((piece) => redact.add(piece)), redact.rest()];
  }

  it('is shown as the whole is, however it is cut', () => {
    const cuts = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 8 });
    fc.assert(
      fc.property(text, cuts, (whole, at) => {
        expect(shown(whole, at).join('')).toBe(redactor(given)(whole));
      }),
      { numRuns: 2000 },
    );
  });

  it('is shown at once, but for what may become a secret', () => {
    const { add, rest } = pieceRedactor(given);
    expect(add('Measure fir')).toBe('Measure fir');
    expect(add('st. 中文')).toBe('st. 中文');
    expect(add(' the risk-averse-s')).toBe(' the risk-averse-');
    expect(add('k-learn way, gith')).toBe('sk-learn way, ');
    expect(add('ub')).toBe('');
    expect(add('.com')).toBe('github.com');
    expect(add(' (the secret')).toBe(' (');
    expect(add(' of nobody) ')).toBe('the secret of nobody) ');
    expect(add('at https://me:pass')).toBe('at https');
    expect(add('word@host ')).toBe('://me:[redacted]@host ');
    expect(add('end eyJ')).toBe('end ');
    expect([rest(), rest()]).toEqual(['eyJ', '']);
  });

  it('holds a private key back until it is over, whatever its pieces are', () => {
    const key = [
      'It is: -----BEGIN RSA PRIVATE KEY-----',
      'Proc-Type: 4,ENCRYPTED',
      '',
      `MIIEpAIBAAKCAQEA${filler.slice(0, 48)}`,
      ...Array.from({ length: 40 }, (_, at) => `${filler}/${String(at).padStart(3, '0')}`),
      'q2W4==',
      '-----END RSA PRIVATE KEY-----',
      'That was it.',
    ].join('\n');
    for (const size of [1, 2, 7, 64, 500])
      expect(
        shown(
          key,
          Array.from({ length: Math.ceil(key.length / size) }, (_, at) => (at * size) / key.length),
        ).join(''),
      ).toBe('It is: -----[redacted private key]\nThat was it.');
  });

  it.each(['sk-', '-----BEGIN PRIVATE KEY-----\n', 'Bearer ', 'eyJ'])(
    'is read in linear time where %j is held back for long, letter by letter',
    (begun) => {
      const flood = pieceRedactor({});
      flood.add(begun);
      for (let at = 0; at < 20_000; at += 1)
        flood.add(at % 65 === 64 && begun.includes(' ') ? '\n' : 'aB3x.'.charAt(at % 5));
      expect(flood.rest().length).toBeLessThanOrEqual(begun.length + 20_000);
    },
  );

  it('is not held back for ever, nor looked at again and again', () => {
    const { add } = pieceRedactor({});
    const flood = 'x'.repeat(1_000_000);
    expect(add(flood)).toBe(flood);
    expect(add(`${flood} `)).toBe(`${flood} `);
  });
});
