// What a step's workspace is made from, and what may be done from there: a plain value, the same in every playing.
import type { Base, BlobRef, FileMode } from '../../domain/change.ts';
import type { ContainerLimits } from '../../workspace/sandbox/container-argv.ts';

export type WorkspaceSpec = CheckoutSpec | FolderSpec;

interface AnySpec {
  /** Names it in the contest. Steps of the same name work in the same one, one after the other. */
  readonly key: string;
  /** A line for the shell that makes it ready, before any clock runs. */
  readonly setup?: string;
  readonly sandbox: 'none' | 'os' | 'container';
  /** Limits of the container, over those of the config. */
  readonly limits?: ContainerLimits | undefined;
  /** Most it may hold on disk. */
  readonly maxBytes: number;
  /** Tells its ports from those of the others. */
  readonly slot: number;
  /** What counts is the answer: nothing that is left there is handed in. */
  readonly handsIn?: 'answer';
}

/** A private checkout of a base. */
export interface CheckoutSpec extends AnySpec {
  readonly kind?: 'checkout';
  readonly base: Base;
  /** Files laid over the base. */
  readonly overlay?: readonly WantedFile[];
  /** Patterns of untracked files and folders that are copied from the user's tree: dependencies. */
  readonly copy: readonly string[];
  /** As an overlay: the base is a layer that others share. What comes of it is the same. */
  readonly layered?: boolean;
  /** What is left in it is measured in others of the same base, as soon as it is sealed. */
  readonly replayed?: boolean;
}

/** A plain folder with files in it. */
export interface FolderSpec extends AnySpec {
  readonly kind: 'folder';
  readonly given: readonly HandedFile[];
  /** Given files, or folders of them, that are there to be read. */
  readonly readOnly: readonly string[];
  /** Folders that are there from the beginning, to write into. */
  readonly folders?: readonly string[];
  /** What has to be handed in; without it the outcome is `incomplete`. */
  readonly required: readonly string[];
}

/** Without a file, the path is taken away. */
export interface WantedFile {
  readonly path: string;
  readonly file?: { readonly mode: FileMode; readonly content: Content };
}

export interface HandedFile {
  readonly path: string;
  readonly mode: Exclude<FileMode, '120000'>;
  readonly content: Content;
}

export type Content = BlobRef | { readonly text: string };

/** What a result depends on: where the workspace is, and how large it may grow, is not part of it. */
export function specInputs(spec: WorkspaceSpec): readonly unknown[] {
  const { setup, sandbox } = spec;
  if (spec.kind === 'folder')
    return ['folder', spec.given, spec.readOnly, spec.required, setup ?? '', sandbox];
  const { base, overlay, copy } = spec;
  return [base.tree, base.below, overlay ?? [], setup ?? '', copy, sandbox];
}
