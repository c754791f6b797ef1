/** Calls once when the press that is under way ends, on the element or anywhere else. */
export function afterPress(callback: () => void): void {
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, callback, { once: true });
}
