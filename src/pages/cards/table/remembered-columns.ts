import { z } from 'zod/mini';
import { session } from '#api/session/session.ts';

/** Goes with everything else of the user when the session ends. */
const KEY = 'cardTableColumns';

const keysSchema = z.array(z.string());

/** Keys of the columns that were chosen on this device beside those that every card has. */
export function rememberedColumns(): readonly string[] {
  try {
    return keysSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? '[]')).data ?? [];
  } catch {
    // Blocked, or not written here: it begins anew.
    return [];
  }
}

/** Nothing stays on somebody else's computer. */
export function rememberColumns(keys: readonly string[]): void {
  if (session.getSession().isForeignDevice) return;
  try {
    localStorage.setItem(KEY, JSON.stringify(keys));
  } catch {
    // Blocked or full: the next time begins without them.
  }
}
