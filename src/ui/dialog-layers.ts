import { useSyncExternalStore } from 'react';
import { createListeners } from '#lib/listeners.ts';

/** Open modal dialogs, the topmost last. What must stay usable above a modal dialog has to stand inside it. */
let layers: readonly HTMLElement[] = [];
const listeners = createListeners();

function change(next: readonly HTMLElement[]): void {
  layers = next;
  listeners.tell();
}

export function addDialogLayer(element: HTMLElement): () => void {
  change([...layers, element]);
  return () => change(layers.filter((layer) => layer !== element));
}

/** The topmost open dialog, or null when the page itself is on top. */
export function useTopDialog(): HTMLElement | null {
  return useSyncExternalStore(listeners.subscribe, () => layers.at(-1) ?? null);
}
