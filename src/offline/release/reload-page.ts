/** The first pause before another try, doubled each time: a slow network may need long for a page that does come. */
const TRY_AGAIN_MS = 5_000;

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
  loadUntilGone(address, TRY_AGAIN_MS);
}

/**
 * What is asked for in the very moment when a new worker takes over may be given to the one that goes, and never come
 * (seen in Chromium). As long as this page is there, it is asked for again.
 */
function loadUntilGone(address: string | undefined, pauseMs: number) {
  if (address === undefined) window.location.reload();
  else window.location.assign(address);
  setTimeout(() => loadUntilGone(address, pauseMs * 2), pauseMs);
}
