export interface Listeners<Told extends unknown[]> {
  /** Returns the way to stop. */
  subscribe: (listener: (...told: Told) => void) => () => void;
  tell: (...told: Told) => void;
}

/** Who wants to know of a change: the half of a store that every store has in common. */
export function createListeners<Told extends unknown[] = []>(): Listeners<Told> {
  const listeners = new Set<(...told: Told) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(...told) {
      for (const listener of listeners) listener(...told);
    },
  };
}
