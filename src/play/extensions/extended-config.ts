// The config of a folder with its extensions loaded first: they bring agents, formats, check parsers and keys of their own.
import { type ConfigSources, type LoadedConfig, loadConfig } from '../../config/load.ts';
import { type ConfigMachine, namedExtensions } from '../../config/named-extensions.ts';

export async function extendedConfig(sources: ConfigSources): Promise<LoadedConfig> {
  await extensionsAt(sources.machine, sources.cwd);
  return await loadConfig(sources);
}

/** What the config of this folder names is known in this process from now on. */
export async function extensionsAt(machine: ConfigMachine, cwd: string): Promise<void> {
  const named = await namedExtensions(machine, cwd);
  if (named.names.length === 0) return;
  const { loadNamed } = await import('./load-extensions.ts');
  await loadNamed(named);
}
