// Secrets are found by their shape, however they are written, and nothing else is; a megabyte of anything is read at once.
import { describe, expect, it } from 'vitest';
import { redactor } from '../kept-text.ts';

const filler = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7';
const long = filler.repeat(3);
const clean = redactor({});

/** Built in pieces: a scanner of this repository must not take a test for a leak. */
const pem = (kind: string, lines: readonly string[], end = '\n') =>
  [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`].join(end);
const bodyLine = 'MIIEpAIBAAKCAQEAx3Jb8Q0kZ1vWn7Yt5Lr2Hs9Dd4Ff6Gg8Hh1Jj3Kk5Ll7Mm9';
const otherLine = 'q7Yt5Lr2Hs9Dd4Ff6Gg8Hh1Jj3Kk5Ll7Mm9Nn2Pp4Qq6Rr8Ss1Tt3Uu5Vv7Ww9';
const lastLine = 'q2W4e6R8t0Yz==';
const key = pem('RSA PRIVATE KEY', [bodyLine, otherLine, lastLine]);

const samples: Readonly<Record<string, string>> = {
  anthropic: `sk-ant-api03-${long}`,
  openai: `sk-proj-${long}`,
  github: `ghp_${long.slice(0, 36)}`,
  'github app': `ghs_${long.slice(0, 36)}`,
  'github fine-grained': `github_pat_${long}`,
  gitlab: `glpat-${long.slice(0, 20)}`,
  npm: `npm_${long.slice(0, 36)}`,
  stripe: `sk_live_${long.slice(0, 24)}`,
  'stripe restricted': `rk_live_${long.slice(0, 24)}`,
  slack: `xoxb-1234567890-${long.slice(0, 24)}`,
  google: `AIza${long.slice(0, 35)}`,
  'aws id': 'AKIAIOSFODNN7EXAMPLE',
  jwt: `eyJ${filler}.eyJ${filler}.${filler}`,
  huggingface: `hf_${long.slice(0, 34)}`,
  sendgrid: `SG.${long.slice(0, 22)}.${long.slice(0, 43)}`,
};
const awsSecret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';

describe('a token', () => {
  it.each(Object.entries(samples))(
    'of %s is found in prose, code, JSON and behind an escaped line end',
    (_, token) => {
      for (const text of [
        `it is ${token}.`,
        `KEY="${token}"`,
        `{"text":"key:\\n${token}\\nend"}`,
        `+const a = '${token}';`,
      ])
        expect(clean(text)).not.toContain(token);
    },
  );
});

describe('a credential in a header', () => {
  it.each([
    [`Authorization: Bearer ${long}`, long],
    [`curl -H "authorization: bearer ${filler}" https://x.example`, filler],
    [`{"headers":{"Authorization":"Bearer ${filler}"}}`, filler],
    [`{\\"Authorization\\": \\"Bearer ${filler}\\"}`, filler],
    [`'Authorization', 'Bearer ${filler}'`, filler],
    ['Authorization: Bearer abcdefghijklmnopqrstuvwxyz', 'abcdefghijklmnopqrstuvwxyz'],
    [`Authorization: token ${filler}`, filler],
    [`Authorization: Basic ${btoa('ann:opensesame')}`, btoa('ann:opensesame')],
  ])('is found in %s', (text, secret) => {
    expect(clean(text)).not.toContain(secret);
    expect(clean(text).toLowerCase()).toContain('authorization');
  });
});

describe('an AWS secret key', () => {
  it.each([
    `aws_secret_access_key = ${awsSecret}`,
    `AWS_SECRET_ACCESS_KEY=${awsSecret}`,
    `export AWS_SECRET_ACCESS_KEY="${awsSecret}"`,
    `"SecretAccessKey": "${awsSecret}",`,
    `\\"secretAccessKey\\": \\"${awsSecret}\\"`,
    `<SecretAccessKey>${awsSecret}</SecretAccessKey>`,
    `secret access key: ${awsSecret}`,
    `AKIAIOSFODNN7EXAMPLE,${awsSecret}`,
    `AKIAIOSFODNN7EXAMPLE ${awsSecret}`,
  ])('is found by its name or its pair in %s', (text) => {
    expect(clean(text)).not.toContain(awsSecret);
  });
});

describe('a private key', () => {
  it.each([
    'RSA PRIVATE KEY',
    'PRIVATE KEY',
    'EC PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'ENCRYPTED PRIVATE KEY',
    'PGP PRIVATE KEY BLOCK',
  ])('is found as %s', (kind) => {
    const text = clean(`before\n${pem(kind, [bodyLine, lastLine])}\nafter`);
    expect(text).toBe('before\n-----[redacted private key]\nafter');
  });

  it.each<[string, string]>([
    ['in JSON', JSON.stringify({ key })],
    ['in JSON within JSON', JSON.stringify(JSON.stringify({ key }))],
    ['with CRLF', key.replaceAll('\n', '\r\n')],
    ['on one line', key.replaceAll('\n', ' ')],
    ['added by a patch', key.replaceAll(/^/gm, '+')],
    ['removed by a patch', key.replaceAll(/^/gm, '-')],
    ['quoted', key.replaceAll(/^/gm, '> ')],
    ['indented', key.replaceAll(/^/gm, '      ')],
    [
      'with line numbers',
      key
        .split('\n')
        .map((line, at) => `${String(at + 9).padStart(6)}→${line}`)
        .join('\n'),
    ],
    [
      'in pieces of code',
      key
        .split('\n')
        .map((line) => `  "${line}\\n" +`)
        .join('\n'),
    ],
    [
      'encrypted, with its headers',
      key.replace('\n', '\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0011\n\n'),
    ],
    ['without its end', key.slice(0, key.indexOf(lastLine) - 9)],
    ['without its beginning', key.slice(60)],
    ['without both', key.slice(32, -40)],
  ])('is found %s', (_, text) => {
    const told = clean(`It is:\n${text}`);
    expect(told).toContain('[redacted private key]');
    expect(told).not.toMatch(/[A-Za-z0-9+/]{24}/);
    expect(told).not.toContain(lastLine);
  });

  it('ends where it ends: what stands behind it stays', () => {
    expect(clean(`${key}\nThat was the key of ann.`)).toMatch(/\nThat was the key of ann\.$/);
    expect(clean(`${key.slice(0, 120)}\n\nAnd then the connection broke.`)).toMatch(
      /\n\nAnd then the connection broke\.$/,
    );
  });
});

describe('nothing else is taken for a secret', () => {
  it.each([
    'commit da39a3ee5e6b4b0d3255bfef95601890afd80709 and e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'secret key: da39a3ee5e6b4b0d3255bfef95601890afd80709',
    '123e4567-e89b-12d3-a456-426614174000',
    'integrity sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg==',
    'The bearer of this letter is authorized; bearer tokens are explained in the authorization chapter.',
    'Authorization: Bearer YOUR_ACCESS_TOKEN',
    'Authorization: Bearer <token>',
    "headers.authorization = 'Bearer ' + accessToken;",
    ".set('Authorization', 'Bearer test-token-123')",
    'A key starts with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----, says the manual.',
    "if (!text.startsWith('-----BEGIN RSA PRIVATE KEY-----')) throw new Error('not a key');",
    `-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n-----END CERTIFICATE-----`,
    `-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAu1SU1LfVLPHCozMxH2Mo\n-----END PUBLIC KEY-----`,
    'npm_config_registry and npm_package_dependencies_left_pad are variables',
    'sk-folding-cube-container is a class, and so is sk-fading-circle-with-dots',
    'the task-based-and-risk-averse-approach-to-desk-work',
    'glpat-is-the-prefix-of-what-gitlab-gives-you',
    'xoxb-is-how-tokens-of-bots-begin-in-slack',
    'https://user@host.example/path and http://localhost:8080/a@b',
    'aws_secret_access_key = "$AWS_SECRET_ACCESS_KEY"',
    'process.env.AWS_SECRET_ACCESS_KEY ?? throwMissingVariable(configuration.of.the.account)',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  ])('%s', (text) => {
    expect(clean(text)).toBe(text);
  });
});

describe('a megabyte of text', () => {
  const million = (piece: string) => piece.repeat(Math.ceil(1_000_000 / piece.length));
  it.each([
    'a',
    '-',
    '\n',
    'eyJ',
    'eyJ-',
    'sk-',
    'sk-a',
    '://',
    '://a:',
    'bearer ',
    'Authorization: Bearer ',
    'secret_key=',
    'AKIA',
    'session-token=',
    'sessiontoken=',
    '-----',
    '-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----',
    `-----BEGIN PRIVATE KEY-----\n${bodyLine}\n`,
    `${bodyLine}\n`,
    '\\n',
    '\\neyJ',
    '-----BEGIN RSA ',
    'Proc-Type: ',
    `${bodyLine}\n-----END `,
    'eyJaaaaaaaaaaaaaaaaaaa.',
    'ghp_',
    'SG.',
    `-----BEGIN PRIVATE KEY-----\n${'ab '.repeat(40)}`,
    '12\t',
    `1\t${bodyLine}\n`,
    'MIIEpAIBAAKCA',
    '+ "',
  ])('of %j is read in linear time', (piece) => {
    const text = million(piece);
    // Quadratic reading would take minutes: the limit of a test is the bound.
    expect(clean(text).length).toBeLessThanOrEqual(text.length + 1_000_000);
  });
});
