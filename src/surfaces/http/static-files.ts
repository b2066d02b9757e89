// The files of the page: read once, named by a list, so that no path leads anywhere else.
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MiddlewareHandler } from 'hono';

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

/** `/` is index.html. What is not among the files is left to the next one. */
export function staticFiles(): MiddlewareHandler {
  const files = new Map<string, Buffer<ArrayBuffer>>(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => Object.hasOwn(types, extname(name)))
      .map((name) => [`/${name.replaceAll('\\', '/')}`, readFileSync(`${folder}${name}`)]),
  );
  return async ({ req: { method, path } }, next) => {
    const name = path === '/' ? '/index.html' : path;
    const file = method === 'GET' || method === 'HEAD' ? files.get(name) : undefined;
    if (file === undefined) return await next();
    return new Response(method === 'HEAD' ? null : file, {
      headers: {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        'cache-control': 'no-cache',
      },
    });
  };
}
