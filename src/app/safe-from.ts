import { isKnownPath, paths } from '#lib/paths.ts';

/** The login page, and the address that leads to it: every other page is remembered. */
const FOR_GUESTS = new Set<string>([paths.auth, paths.login]);

/** Longer than any address that the product makes. */
const MAX_LENGTH = 4000;

/**
 * The remembered page as a path of this origin, or null when it is anything but a page of the product that a signed-in
 * user may be sent back to. It comes from the history's state, which survives in the browser and may hold anything.
 */
export function safeFrom(from: unknown, origin: string = window.location.origin): string | null {
  if (typeof from !== 'string' || from.length > MAX_LENGTH || !from.startsWith('/')) return null;
  if (!URL.canParse(from, origin)) return null;
  // Parsing as the browser will: it drops tabs and line breaks and takes a backslash for a slash.
  const url = new URL(from, origin);
  // «/.//x» is parsed into the path «//x», which read once more is another host.
  if (url.origin !== origin || url.pathname.startsWith('//')) return null;
  const isRemembered = isKnownPath(url.pathname) && !FOR_GUESTS.has(url.pathname.replace(/\/$/, ''));
  return isRemembered ? url.pathname + url.search + url.hash : null;
}
