/** Returns the way to stop. */
export function listen(target: EventTarget, event: string, handler: () => void): () => void {
  target.addEventListener(event, handler);
  return () => target.removeEventListener(event, handler);
}
