type Listener = (event: never) => void;

/** The least of an `EventTarget` that the app uses; what a listener throws is not swallowed. */
export class Emitter {
  private readonly listeners = new Map<string, Set<Listener>>();

  addEventListener(type: string, listener: Listener): void {
    const ofType = this.listeners.get(type) ?? new Set();
    this.listeners.set(type, ofType.add(listener));
  }

  removeEventListener(type: string, listener: Listener): void {
    this.listeners.get(type)?.delete(listener);
  }

  emit(type: string, event: object = {}): void {
    // `onsuccess` and the like, as idb-keyval sets them.
    const handler: unknown = Reflect.get(this, `on${type}`);
    const all = [...(this.listeners.get(type) ?? [])];
    if (typeof handler === 'function') handler.call(this, event);
    for (const listener of all) listener(event as never);
  }
}
