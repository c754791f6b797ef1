/** Asks the browser not to delete the app's data by itself; it decides alone, some ask the user. Never throws. */
export async function protectStorage(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false; // an old browser, a private window, or a page without https
  }
}
