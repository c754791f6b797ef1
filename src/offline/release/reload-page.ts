let isOnPurpose = false;

// Registered before any form's: the window calls its listeners in the order in which they came, capturing or not.
window.addEventListener('beforeunload', (event) => {
  if (isOnPurpose) event.stopImmediatePropagation();
});

/**
 * Loads the app anew, at the address it stands on or was on its way to. What is unsaved is a draft by now, or its owner
 * has agreed to lose it: the browser's own question «Leave the page?» would only frighten.
 */
export function reloadPage(address?: string): void {
  isOnPurpose = true;
  if (address === undefined) window.location.reload();
  else window.location.assign(address);
}
