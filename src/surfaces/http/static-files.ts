// The files of the page: read once, named by a list, so that no path leads anywhere else; packed once for whoever asks for it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { JoustError } from '../../domain/joust-error.ts';

/** Built by `npm run build`: beside the program in the package, in dist/ of the repository when run from its source. */
const isSource = import.meta.url.endsWith('.ts');
const folder = fileURLToPath(new URL(isSource ? '../../../dist/web/' : './web/', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Packed already. */
const dense = new Set(['.woff2']);

type Bytes = Uint8Array<ArrayBuffer>;

const packers: Readonly<Record<string, (content: Bytes) => Promise<Bytes>>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      // More of either takes much memory for few bytes.
      params: { [constants.BROTLI_PARAM_QUALITY]: 8, [constants.BROTLI_PARAM_LGWIN]: 19 },
    }),
  gzip: (content) => promisify(gzip)(content),
};

/** `/` is index.html. What is not among the files is left to the next one. */
export function staticFiles(): MiddlewareHandler {
  const files = new Map(pageFiles().map((name) => [`/${name}`, readFileSync(`${folder}${name}`)]));
  const packed = new Map<string, Promise<Bytes>>();
  const packedAs = (encoding: string, name: string, content: Bytes): Promise<Bytes> => {
    const key = `${encoding} ${name}`;
    const known = packed.get(key) ?? packers[encoding]?.(content) ?? Promise.resolve(content);
    packed.set(key, known);
    return known;
  };
  return async ({ req }, next) => {
    const name = req.path === '/' ? '/index.html' : req.path;
    const file = req.method === 'GET' || req.method === 'HEAD' ? files.get(name) : undefined;
    if (file === undefined) return await next();
    const encoding = dense.has(extname(name)) ? undefined : encodingIn(req.header('accept-encoding'));
    const content = encoding === undefined ? file : await packedAs(encoding, name, file);
    return new Response(req.method === 'HEAD' ? null : content, { headers: headersOf(name, encoding) });
  };
}

function headersOf(name: string, encoding: string | undefined): Record<string, string> {
  return {
    'content-type': types[extname(name)] ?? 'application/octet-stream',
    // What lies there has a hash of its content in its name.
    'cache-control': name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
    ...(encoding !== undefined && { 'content-encoding': encoding }),
  };
}

function pageFiles(): readonly string[] {
  if (!existsSync(`${folder}index.html`))
    throw new JoustError('the page is not built', {
      code: 'usage',
      hint: `npm run build makes it, in ${folder}.`,
    });
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => Object.hasOwn(types, extname(name)))
    .map((name) => name.replaceAll('\\', '/'));
}

/** The best of those a browser takes; one that is named with `q=0` is none. */
function encodingIn(accepted = ''): string | undefined {
  const taken = accepted
    .split(',')
    .filter((one) => !/;\s*q=0(?:\.0*)?\s*$/.test(one))
    .map((one) => one.split(';')[0]?.trim());
  return Object.keys(packers).find((encoding) => taken.includes(encoding));
}
