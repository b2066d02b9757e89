// Tables of the reference pages, and JSON Schemas as types a person can read.

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly default?: unknown;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((one) => cell(one)).join(' | ')} |`;
  return [line(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

export function cell(text: string): string {
  return text
    .replaceAll(/(?<!\\)\|/g, '\\|')
    .replaceAll('\n', ' ')
    .replaceAll('<', '&lt;');
}

/** Name, type and meaning of each field of an object. */
export function fieldRows(schema: JsonSchema | undefined): readonly (readonly string[])[] {
  const needed = new Set(schema?.required);
  return Object.entries(schema?.properties ?? {}).map(([name, one]) => [
    `\`${name}\``,
    `${typeText(one)}${needed.has(name) ? ', required' : ''}`,
    `${one.description ?? ''}${one.default === undefined || one.description?.includes('(default ') ? '' : ` (default ${JSON.stringify(one.default)})`}`,
  ]);
}

/** As TypeScript would write it; objects deeper than `depth` stay `object`. */
export function typeText(schema: JsonSchema, depth = 0): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map((one) => typeText(one, depth)))].join(' | ');
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (typeof schema.type === 'object') return schema.type.join(' | ');
  if (schema.type === 'array') return listText(schema.items ?? {}, depth);
  if (schema.type === 'object') return objectText(schema, depth);
  return schema.type ?? 'any';
}

function listText(items: JsonSchema, depth: number): string {
  const text = typeText(items, depth);
  return text.includes(' | ') ? `(${text})[]` : `${text}[]`;
}

function objectText({ properties = {}, required = [], additionalProperties }: JsonSchema, depth: number) {
  const fields = Object.entries(properties);
  if (depth === 0 || (fields.length === 0 && typeof additionalProperties !== 'object')) return 'object';
  if (fields.length === 0 && typeof additionalProperties === 'object')
    return `{ [name]: ${typeText(additionalProperties, depth - 1)} }`;
  const texts = fields.map(
    ([name, one]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(one, depth - 1)}`,
  );
  return `{ ${texts.join(', ')} }`;
}
