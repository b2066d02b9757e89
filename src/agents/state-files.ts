// The files a CLI keeps: where they lie, whose account they name, and whether a key lies there.
import { type JsonObject, jsonLine } from './decoder.ts';

/** JSON over several lines; undefined where it is none. */
export function jsonFile(content: string | undefined): JsonObject | undefined {
  return jsonLine((content ?? '').replaceAll('\n', ' '));
}

/** The first of them that holds a key, as it is said to people. What only names a variable is none. */
export function keyIn(files: Readonly<Record<string, string | undefined>>): string | undefined {
  const found = Object.entries(files).find(([, content]) => keyPattern.test(content ?? ''))?.[0];
  return found === undefined ? undefined : `a key in ${found.startsWith('.') ? `~/${found}` : found}`;
}

/** In JSON, YAML, TOML and files of variables alike: `apiKey: "..."`, `api_key = "..."`, `OPENAI_API_KEY=...`. */
const keyPattern = /(?:api_?key|bearer_?token)["']?\s*[:=]\s*["']?[^\s"',{}$]/i;

/** A file of a CLI whose folder lies in the home folder unless a variable names another. */
export function inEither(variable: string, folder: string, file: string): readonly string[] {
  return [`$${variable}/${file}`, `${folder}/${file}`];
}

/** As several CLIs name what they keep about a folder. */
export function dashed(folder: string): string {
  return folder.replaceAll(/[^A-Za-z0-9]/g, '-');
}
