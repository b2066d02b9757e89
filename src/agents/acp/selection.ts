// What is chosen in a new ACP session before the prompt: the mode that fits the tier, and the model.
import type { Tier } from '../../domain/contestant.ts';
import { list, object, text } from '../decoder.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Choice {
  readonly method: 'session/set_mode' | 'session/set_model' | 'session/set_config_option';
  readonly params: Readonly<Record<string, string>>;
}

/** Names under which agents offer what a tier means, best first. */
const modeNames: Readonly<Record<Tier, readonly string[]>> = {
  read: ['readonly', 'plan'],
  write: ['acceptedits', 'autoedit'],
  full: ['bypasspermissions', 'yolo', 'fullaccess'],
};

export function modeChoice(session: Json, tier: Tier): Choice | undefined {
  const offered = list(object(session['modes'])?.['availableModes']).flatMap((mode) => idOf(mode, 'id'));
  const modeId = offered.length > 0 ? fitting(offered, tier) : undefined;
  if (modeId !== undefined) return { method: 'session/set_mode', params: { modeId } };
  const option = optionOf(session, 'mode');
  const value = option === undefined ? undefined : fitting(option.values, tier);
  if (option === undefined || value === undefined) return undefined;
  return { method: 'session/set_config_option', params: { configId: option.id, value } };
}

/** A choice; a list of what there is when the model is not in it; undefined when there is nothing to choose. */
export function modelChoice(
  session: Json,
  model: string,
): Choice | { readonly offered: readonly string[] } | undefined {
  const option = optionOf(session, 'model');
  if (option !== undefined && option.values.length > 0) {
    const value = named(option.values, model);
    if (value === undefined) return { offered: option.values };
    return { method: 'session/set_config_option', params: { configId: option.id, value } };
  }
  const offered = list(object(session['models'])?.['availableModels']).flatMap((one) => idOf(one, 'modelId'));
  if (offered.length === 0) return undefined;
  const modelId = named(offered, model);
  return modelId === undefined ? { offered } : { method: 'session/set_model', params: { modelId } };
}

function fitting(offered: readonly string[], tier: Tier): string | undefined {
  for (const name of modeNames[tier]) {
    const found = offered.find((id) => id.toLowerCase().replaceAll(/[^a-z]/g, '') === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function named(offered: readonly string[], model: string): string | undefined {
  return offered.find((id) => id === model) ?? offered.find((id) => id.endsWith(`/${model}`));
}

/** A select of the session's configuration; its values may stand in groups. */
function optionOf(
  session: Json,
  category: string,
): { readonly id: string; readonly values: readonly string[] } | undefined {
  for (const option of list(session['configOptions']).map(object)) {
    const id = text(option?.['id']);
    if (option === undefined || id === undefined) continue;
    if (option['category'] !== category && !(option['category'] === undefined && id === category)) continue;
    const values = list(option['options']).flatMap((one) => {
      const group = object(one)?.['options'];
      return group === undefined ? idOf(one, 'value') : list(group).flatMap((inner) => idOf(inner, 'value'));
    });
    return { id, values };
  }
  return undefined;
}

function idOf(value: unknown, name: string): readonly string[] {
  const id = text(object(value)?.[name]);
  return id === undefined ? [] : [id];
}
