/**
 * Reloads for a new version. What is unsaved is a draft by now, or its owner has agreed to lose it: the browser's own
 * question «Leave the page?» would only frighten.
 */
export function reloadPage(): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  window.location.reload();
}
