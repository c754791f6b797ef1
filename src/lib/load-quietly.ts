let quietLoads = 0;

/** Loads a part that nobody has asked for: one that does not come is no reason to reload the page under somebody's hands. */
export async function loadQuietly<T>(load: () => Promise<T>): Promise<T> {
  quietLoads += 1;
  try {
    return await load();
  } finally {
    quietLoads -= 1;
  }
}

export function isLoadingQuietly(): boolean {
  return quietLoads > 0;
}
