import type { Edit } from '#offline/outbox/outbox-record.ts';
import { SimulatedWorld } from './simulated-world.ts';

/** Test support: edits of one card, and a world that has the card. */
export const CARD = 17;

export function edit(patch: Record<string, unknown>, part: Partial<Edit> = {}): Edit {
  const base = Object.fromEntries(Object.keys(patch).map((field) => [field, 'old']));
  return {
    entity: 'card',
    entityId: CARD,
    kind: 'update',
    title: 'Чашка',
    baseVersion: 1,
    patch,
    base,
    ...part,
  };
}

export function create(tempId: number, patch: Record<string, unknown>): Edit {
  return edit(patch, { entityId: tempId, kind: 'create', baseVersion: null, base: {} });
}

export function world() {
  const made = new SimulatedWorld();
  made.server.add(CARD, { title: 'old', brand: 'old' });
  return made;
}

export async function settled(promise: Promise<{ result: Promise<unknown> }>) {
  return (await promise).result;
}
