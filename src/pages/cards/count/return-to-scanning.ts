/**
 * After a field was used, the next scan is not typed into it. With a mouse the focus goes to the field of scans, which takes a slow
 * scanner too; on a touch screen that would open its keyboard, and nothing has the focus.
 */
export function returnToScanning(): void {
  const field = document.querySelector<HTMLElement>('main [data-search]');
  if (field && isWithMouse()) field.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function isWithMouse(): boolean {
  // Not everywhere where this runs: tests have no screen.
  const { matchMedia } = globalThis as Partial<typeof globalThis>;
  return matchMedia?.('(pointer: fine)').matches ?? true;
}
