// The description of the server for programs: an OpenAPI document of the routes' own schemas.
import { z } from 'zod';
import { describedIn } from '../../domain/settings/setting.ts';
import { settingSchema } from '../../domain/settings/setting-schema.ts';
import { joustVersion } from '../../domain/version.ts';
import { errorSchema } from './errors.ts';
import type { Route } from './route.ts';

/** OpenAPI 3.1: its schemas are JSON Schema as zod writes it. */
export function openapi(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const one of routes) {
    const path = `/api${one.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [one.method]: operation(one) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'joust', version: joustVersion, description: 'What joust serve offers to programs.' },
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}

function operation({ path, summary, params, query, body, answer, status }: Route): object {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const inPath = new Map((params ? describedIn(params) : []).map((one) => [one.name, settingSchema(one)]));
  const asked = query === undefined ? undefined : schemaOf(query, 'input');
  const fields = Object.entries((asked?.['properties'] ?? {}) as Record<string, object>);
  const needed = new Set((asked?.['required'] ?? []) as readonly string[]);
  return {
    summary,
    parameters: [
      ...names.map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: inPath.get(name) ?? { type: 'string' },
      })),
      ...fields.map(([name, schema]) => ({ name, in: 'query', required: needed.has(name), schema })),
    ],
    requestBody: body && { content: { 'application/json': { schema: schemaOf(body, 'input') } } },
    responses: {
      [status ?? 200]: {
        description: summary,
        content: { [typeOf(answer)]: { schema: schemaOf(answer, 'output') } },
      },
      default: {
        description: 'It was refused, or failed',
        content: { 'application/json': { schema: schemaOf(errorSchema, 'output') } },
      },
    },
  };
}

function typeOf(answer: z.ZodType): string {
  const { contentType = 'application/json' } = answer.meta() ?? {};
  return String(contentType);
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
