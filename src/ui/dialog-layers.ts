import { useSyncExternalStore } from 'react';

/** Open modal dialogs, the topmost last. What must stay usable above a modal dialog has to stand inside it. */
let layers: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function change(next: readonly HTMLElement[]): void {
  layers = next;
  for (const listener of listeners) listener();
}

export function addDialogLayer(element: HTMLElement): () => void {
  change([...layers, element]);
  return () => change(layers.filter((layer) => layer !== element));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The topmost open dialog, or null when the page itself is on top. */
export function useTopDialog(): HTMLElement | null {
  return useSyncExternalStore(subscribe, () => layers.at(-1) ?? null);
}
