// The description that is shipped is that of the routes.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { everyRoute, openapiText } from './server.ts';

const [routes, description] = [await everyRoute(), await openapiText()];

it('is written by npm run schema', () => {
  expect(readFileSync(new URL('../../../schema/openapi.json', import.meta.url), 'utf8')).toBe(description);
});

it('describes every route once, with what it takes and gives', () => {
  const { paths } = JSON.parse(description);
  const described = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(described).toHaveLength(routes.length);
  for (const { method, path, body } of routes) {
    const { requestBody, summary } = paths[`/api${path.replaceAll(/:(\w+)/g, '{$1}')}`][method];
    expect([path, requestBody !== undefined, summary.length > 0]).toEqual([path, body !== undefined, true]);
  }
});
