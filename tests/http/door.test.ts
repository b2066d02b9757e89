// Who gets in: nobody without the token, no other website, no page of another name that leads here; and where a second server is.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:https';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, newUser, openBrowser } from '../setup/browser.ts';
import { type Project, project } from '../setup/project.ts';
import { type RawRequest, type Served, serve } from '../setup/served.ts';
import { until } from '../setup/until.ts';

let place: Project;
let served: Served;
const bearer = () => ({ authorization: `Bearer ${served.token}` });

beforeAll(async () => {
  place = project();
  await place.joust(['ask', '-c', 'scripted', 'why?']);
  served = await serve(place);
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  place[Symbol.dispose]();
});

describe('without the token', () => {
  it.each<[string, () => RawRequest]>([
    ['none', () => ({ path: '/api/contests' })],
    [
      'a wrong one',
      () => ({ path: '/api/contests', headers: { authorization: `Bearer ${'a'.repeat(40)}` } }),
    ],
    ['in a query', () => ({ path: `/api/contests?token=${served.token}` })],
    ['in a cookie', () => ({ path: '/api/contests', headers: { cookie: `token=${served.token}` } })],
    [
      'by another scheme',
      () => ({ path: '/api/contests', headers: { authorization: `Basic ${served.token}` } }),
    ],
    ['a preflight', () => ({ path: '/api/contests', method: 'OPTIONS' })],
    ['what is not there', () => ({ path: '/api/nothing' })],
    ['the description', () => ({ path: '/api/openapi.json' })],
  ])('%s: nothing is told', async (_how, asked) => {
    const { status, text, headers } = await served.raw(asked());
    expect(status).toBe(401);
    expect(JSON.parse(text).error.code).toBe('token');
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('is opened by the token, which nobody else can read', async () => {
    expect((await served.get('/contests')).body.contests).toHaveLength(1);
    const file = join(place.home, 'serve.token');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8').trim()).toBe(served.token);
  });
});

describe('from elsewhere', () => {
  it.each<[string, RawRequest['headers']]>([
    ['a name that was made to lead here', { host: 'evil.example:4733' }],
    ['another port', { host: '127.0.0.1:1' }],
    ['another website', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a script tag of another website', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['a page on another port', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
  ])('%s is refused, even with the token', async (_who, headers) => {
    for (const path of ['/api/contests', '/']) {
      const answer = await served.raw({ path, headers: { ...bearer(), ...headers } });
      expect(answer.status).toBe(403);
      expect(answer.text).not.toContain('why?');
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'a form (%s) starts nothing',
    async (type) => {
      const body = JSON.stringify({ format: 'ask', prompt: 'x' });
      const headers = { ...bearer(), 'content-type': type };
      const { status } = await served.raw({ path: '/api/contests', method: 'POST', headers, body });
      expect(status).toBe(415);
      expect((await served.get('/contests')).body.contests).toHaveLength(1);
    },
  );

  it('what does not say how much it is gets read all the same', async () => {
    const headers = { ...bearer(), 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const { status, text } = await served.raw({
      path: '/api/contests',
      method: 'POST',
      headers,
      body: JSON.stringify({ format: 'duel', prompt: 'x' }),
    });
    expect([status, JSON.parse(text).error.code]).toEqual([400, 'usage']);
  });

  it.each<Readonly<Record<string, string>>>([{}, { 'transfer-encoding': 'chunked' }])(
    'too much is not read (%j)',
    async (how) => {
      const headers = { ...bearer(), 'content-type': 'application/json', ...how };
      const body = JSON.stringify({ prompt: 'x'.repeat(9 * 1024 * 1024) });
      const ended = await served.raw({ path: '/api/contests', method: 'POST', headers, body }).then(
        ({ status }) => status,
        (error: NodeJS.ErrnoException) => error.code,
      );
      // The connection may be closed before all of it is sent, and then the answer is not read.
      expect([413, 'EPIPE', 'ECONNRESET']).toContain(ended);
    },
  );
});

describe('the page', () => {
  it('is shown to whoever has the address, and may load nothing from elsewhere', async () => {
    const { status, headers, text } = await served.raw({ path: '/' });
    expect(status).toBe(200);
    expect(text).toContain('<title>joust</title>');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['set-cookie']).toBeUndefined();
    const [script = ''] = /assets[/][\w-]+[.]js/.exec(text) ?? [];
    expect(headers['cache-control']).toBe('no-cache');
    const plain = await served.raw({ path: `/${script}` });
    expect(plain.headers['content-type']).toContain('text/javascript');
    expect(plain.headers['cache-control']).toContain('immutable');
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const encoding of ['br', 'gzip']) {
      const packed = await fetch(`${served.url}/${script}`, { headers: { 'accept-encoding': encoding } });
      expect(packed.headers.get('content-encoding')).toBe(encoding);
      expect(await packed.text()).toBe(plain.text);
    }
  });

  it.each([
    '/../package.json',
    '/..%2f..%2fserve.token',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets',
    '//etc/passwd',
    '/index.html%00',
  ])('leads nowhere by %s', async (path) => {
    expect((await served.raw({ path })).status).toBe(404);
  });
});

describe('a second serve', () => {
  it('says where the first is, and leaves the token as it is', async () => {
    const { code, stdout, stderr } = await place.joust(['web']);
    expect([code, stdout]).toEqual([0, `${served.url}/#token=${served.token}\n`]);
    expect(stderr).toContain(`process ${served.process.pid}`);
    expect((await place.joust(['serve', '--new-token'])).code).toBe(1);
  });

  it.each([
    [['--remote', '0.0.0.0'], 'needs TLS'],
    [['--remote', '0.0.0.0', '--tls-cert', 'a.pem'], 'go together'],
    [['--behind-proxy', 'http://plain.example'], 'not the address of a proxy'],
    [['--port', '99999'], 'is no port'],
  ])('%j is refused', async (more, why) => {
    const { code, stderr } = await place.joust(['serve', ...more]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  });
});

it('stands behind a proxy by the name that browsers open, and says what that exposes', async () => {
  using other = project();
  await using proxied = await serve(other, { more: ['--behind-proxy', 'https://joust.example.org'] });
  expect(proxied.url).toBe('https://joust.example.org');
  expect(proxied.said()).toContain('from the network');
  const headers = { host: 'joust.example.org', origin: 'https://joust.example.org' };
  const by = (more: object) => proxied.raw({ path: '/api/contests', headers: { ...headers, ...more } });
  expect((await by({})).status).toBe(401);
  expect((await by({ authorization: `Bearer ${proxied.token}` })).status).toBe(200);
  expect((await by({ host: 'other.example.org' })).status).toBe(403);
});

it('leaves cleanly at a signal, keeps its token, and takes a new one when told to', async () => {
  using other = project();
  const first = await serve(other);
  await first[Symbol.asyncDispose]();
  expect(first.process.exitCode).toBe(0);
  const again = await serve(other);
  await again[Symbol.asyncDispose]();
  expect(again.token).toBe(first.token);
  await using renewed = await serve(other, { more: ['--new-token'] });
  expect(renewed.token).not.toBe(first.token);
});

it('speaks TLS by its own files, by the names of its certificate', async () => {
  using other = project();
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(other.folder, name)) as [string, string];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=joust.test',
      '-addext',
      'subjectAltName=DNS:joust.test,IP:127.0.0.1',
      '-keyout',
      key,
      '-out',
      cert,
    ],
    { stdio: 'ignore' },
  );
  const files = ['--tls-cert', 'cert.pem', '--tls-key', 'key.pem'];
  await using remote = await serve(other, { more: ['--remote', '127.0.0.1', ...files] });
  const { port } = new URL(remote.url);
  expect([remote.url, remote.said()]).toEqual([
    `https://127.0.0.1:${port}`,
    expect.stringContaining('network'),
  ]);
  const ca = readFileSync(cert);
  const status = (host: string, more: object = { authorization: `Bearer ${remote.token}` }) =>
    new Promise((resolve, reject) => {
      const headers = { host, origin: `https://${host}`, ...more };
      const options = { ca, agent: false, servername: 'joust.test', headers };
      const sent = request(`${remote.url}/api/contests`, options, (answer) =>
        resolve(answer.resume().statusCode),
      );
      sent.on('error', reject).end();
    });
  expect(await status(`joust.test:${port}`)).toBe(200);
  expect(await status(`joust.test:${port}`, {})).toBe(401);
  expect(await status(`elsewhere.test:${port}`)).toBe(403);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  using third = project({ 'a.pem': 'x' });
  const { code, stderr } = await third.joust(['serve', '--tls-cert', 'a.pem', '--tls-key', 'a.pem']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('no certificate')]);
});

describe('--open', () => {
  const opener = (place: Project) => {
    const program = place.write(
      'browser',
      '#!/bin/sh\nprintf "%s\\n" "$0" "$@" > opened.part && mv opened.part opened\n',
    );
    chmodSync(program, 0o755);
    return { program, opened: join(place.folder, 'opened') };
  };

  it('hands the browser a private file that leads to the page, and no token', async () => {
    using other = project();
    const { program, opened } = opener(other);
    let left: string;
    {
      await using opening = await serve(other, { more: ['--open'], env: { BROWSER: program } });
      await until(() => existsSync(opened));
      const [, file = '', ...more] = readFileSync(opened, 'utf8').trimEnd().split('\n');
      expect(readFileSync(opened, 'utf8')).not.toContain(opening.token);
      expect([more, statSync(file).mode & 0o777]).toEqual([[], 0o600]);
      expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
      expect(readFileSync(file, 'utf8')).toContain(`url=${opening.url}/#token=${opening.token}`);
      // A second one opens the first one's page, and leaves its file to it.
      rmSync(opened);
      const { stdout } = await other.joustAlone(['serve', '--open'], { env: { BROWSER: program } });
      expect(stdout).toBe(`${opening.url}/#token=${opening.token}\n`);
      expect(readFileSync(opened, 'utf8')).not.toContain(opening.token);
      left = dirname(file);
      expect(readdirSync(left)).toHaveLength(2);
    }
    expect(readdirSync(left)).toEqual([]);
    // What a killed server left behind goes with the next start.
    writeFileSync(join(left, 'old.html'), 'old');
    await using _again = await serve(other);
    expect(readdirSync(left)).toEqual([]);
  });

  it.each([
    ['there is no such program', () => 'no-such-browser'],
    ['it fails', () => '/bin/false'],
    [
      'it comes from a snap',
      (place: Project) => {
        const snap = place.write('bin/snap', '#!/bin/sh\ntouch opened\n');
        chmodSync(snap, 0o755);
        symlinkSync(snap, join(place.folder, 'firefox'));
        return join(place.folder, 'firefox');
      },
    ],
  ])('prints the address and leaves no file if %s', async (_why, browser) => {
    using other = project();
    await using opening = await serve(other, { more: ['--open'], env: { BROWSER: browser(other) } });
    await until(() => opening.said().includes('open the address yourself'));
    expect(existsSync(join(other.folder, 'opened'))).toBe(false);
    const left = join(other.home, 'opening');
    expect(existsSync(left) ? readdirSync(left) : []).toEqual([]);
  });
});

it.skipIf(chromiumPath === undefined)(
  'the file leads a real browser to the page with its token',
  async () => {
    using other = project();
    const program = other.write('browser', '#!/bin/sh\nprintf %s "$1" > part && mv part opened\n');
    chmodSync(program, 0o755);
    await using opening = await serve(other, { more: ['--open'], env: { BROWSER: program } });
    await until(() => existsSync(join(other.folder, 'opened')));
    const context = await newUser(await openBrowser());
    const page = await context.newPage();
    await page.goto(pathToFileURL(readFileSync(join(other.folder, 'opened'), 'utf8')).href);
    await page.waitForURL(`${opening.url}/#/`);
    expect(await page.evaluate("localStorage.getItem('joust.token')")).toBe(opening.token);
    await context.close();
  },
);
