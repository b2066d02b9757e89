// A setting described once: what it may be, what it does, and where else it can be set. Options, help, config keys,
// schemas and forms are made from this.
import { z } from 'zod';
import type { OptionGroup } from './groups.ts';
import {
  durationMs,
  durationShape,
  expectedText,
  inUnits,
  maxDurationSeconds,
  type Rule,
  type SettingValue,
  sizeBytes,
  sizeShape,
} from './rule.ts';

/** What a shell or a form offers. */
export type Completion = 'contestant' | 'agent' | 'contest' | 'file' | 'folder' | readonly string[];

/** What a project's own file may say of it before it is trusted. */
export type ProjectRule =
  | 'choose'
  /** Not above what holds without it. */
  | 'lower'
  /** The same, where 0 is no limit at all. */
  | 'lower-or-none'
  | 'not-lower'
  /** Somebody the user has. */
  | 'contestant'
  /** A list that holds nothing new. */
  | 'fewer'
  /** May be switched off, not on. */
  | 'off'
  /** Words from the tightest on. */
  | { readonly order: readonly string[] }
  /** Why it waits for trust. */
  | { readonly trust: string };

export interface SettingAbout {
  readonly help: string;
  /** The heading it stands under in help; absent: it is the command's own. */
  readonly group?: OptionGroup;
  /** How help names the value. */
  readonly value?: string;
  readonly short?: string;
  /** false: not on a command line. */
  readonly flag?: false;
  /** Another word for the option. */
  readonly alias?: string;
  /** On a command line the value may be left out. */
  readonly bare?: true;
  readonly complete?: Completion;
  /** Its key in the config file. */
  readonly config?: string;
  readonly project?: ProjectRule;
  /** As a file would spell it. */
  readonly builtIn?: SettingValue;
  /** A variable that says it where nothing else does. */
  readonly variable?: string;
  /** Only where a prompt is what it is played on. */
  readonly of?: 'prompt';
  /** People say it often: a form shows it unfolded. */
  readonly often?: true;
  /** There is no default, and it can't be left out. */
  readonly required?: true;
}

/** As it stands in the table of all settings. */
export type Described = SettingAbout & { readonly rule: Rule | { readonly type: 'table' } };

/** What stands in a file: its name for messages, and its text. */
export interface Content {
  readonly name: string;
  readonly text: string;
}

type Read<R extends Rule> = R extends { type: 'count' | 'amount' | 'number' | 'duration' | 'size' }
  ? number
  : R extends { type: 'switch' }
    ? boolean
    : R extends { type: 'word'; words: readonly (infer Word)[] }
      ? Word
      : R extends { type: 'list' }
        ? readonly string[]
        : R extends { type: 'content' }
          ? Content
          : string;

/** As a program says it: times and sizes in words or as numbers, the content of a file as its text. */
type Spelled<R extends Rule> = R extends { type: 'duration' | 'size' }
  ? string | number
  : R extends { type: 'content' }
    ? string | Content
    : Read<R>;

/** Durations come out in milliseconds, sizes in bytes. */
export function setting<const R extends Rule, const A extends SettingAbout>(
  rule: R,
  about: A,
): z.ZodType<A extends { builtIn: SettingValue } ? Read<R> : Read<R> | undefined, Spelled<R> | undefined> {
  const read = fieldOf(rule).transform((value) => inUnits(rule, value));
  const filled = about.builtIn === undefined ? read.optional() : read.prefault(about.builtIn);
  return filled.meta({ description: about.help, setting: { rule, ...about } }) as never;
}

/** A setting that can't be left out. */
export function needed<const R extends Rule, const A extends SettingAbout>(
  rule: R,
  about: A,
): z.ZodType<Read<R>, Spelled<R>> {
  const read = fieldOf(rule).transform((value) => inUnits(rule, value));
  return read.meta({ description: about.help, setting: { rule, ...about, required: true } }) as never;
}

/** A table of the config file, with a schema of its own. */
export function tableSetting<Schema extends z.ZodType>(
  schema: Schema,
  about: SettingAbout & { readonly config: string; readonly flag: false },
): z.ZodOptional<Schema> {
  return schema.optional().meta({ description: about.help, setting: { rule: { type: 'table' }, ...about } });
}

/** The description behind a field; undefined for what is no setting. */
export function described(field: z.core.$ZodType): Described | undefined {
  return (z.globalRegistry.get(field) as { setting?: Described } | undefined)?.setting;
}

/** What a request says of itself; a field that is no setting is for programs alone. */
export function describedIn({ shape }: z.ZodObject): readonly (Described & { readonly name: string })[] {
  return Object.entries(shape).map(([name, field]) => ({
    name,
    ...(described(field) ?? { help: aboutField(field), flag: false, rule: { type: 'table' } }),
  }));
}

function aboutField(field: z.core.$ZodType): string {
  return z.globalRegistry.get(field)?.description ?? '';
}

const durationError = expectedText({ type: 'duration' });

export function durationField() {
  return z
    .union(
      [
        z.number().positive({ error: durationError }).max(maxDurationSeconds, { error: durationError }),
        z.string().regex(durationShape, { error: durationError }),
      ],
      { error: durationError },
    )
    .refine((value) => durationMs(value) !== undefined, { error: durationError });
}

/** As a file spells it, with the one message that says what it may be. */
export function fieldOf(rule: Rule): z.ZodType {
  const error = expectedText(rule);
  switch (rule.type) {
    case 'count':
      return z.int({ error }).min(rule.min, { error }).max(rule.max, { error });
    case 'amount':
      return z.number({ error }).positive({ error });
    case 'number':
      return z.number({ error }).min(rule.min, { error }).max(rule.max, { error });
    case 'duration':
      return durationField();
    case 'size':
      return z
        .union([z.number().positive({ error }), z.string().regex(sizeShape, { error })], { error })
        .refine((value) => sizeBytes(value) !== undefined, { error });
    case 'switch':
      return z.boolean({ error });
    case 'word':
      return z.enum(rule.words, { error });
    case 'text':
      return z.string({ error }).regex(rule.shape, { error });
    case 'list':
      return z.array(z.string({ error }).regex(rule.shape, { error }), { error }).max(200, { error });
    case 'content':
      return z.union([z.strictObject({ name: z.string(), text: z.string() }), z.string()], { error });
  }
}
