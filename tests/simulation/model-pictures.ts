import type { SessionUser } from '#contract/auth.ts';
import { storedPhotoName } from '#contract/media.ts';

const IDS_PER_USER = 1_000;
const NAME_LENGTH = 32;

/** A drawn picture, and an uploaded one: that opens with a pass only. */
export function picturesOf(cardId: number): string[] {
  const name = cardId.toString(16).padStart(NAME_LENGTH, '0');
  return [`/media/drawn/${name}.svg`, `/media/photos/${name}.jpg`];
}

export function passOf(userId: number): string {
  return `pass-${userId}`;
}

/** The picture at an address; undefined where there is none, or the pass opens nothing. */
export function pictureAt(
  { pathname, searchParams }: URL,
  users: readonly SessionUser[],
): string | undefined {
  const [, name = ''] = /([0-9a-f]{32})[.](?:svg|jpg)$/.exec(pathname) ?? [];
  const cardId = Number.parseInt(name, 16);
  const owner = users.find(({ id }) => id === Math.floor(cardId / IDS_PER_USER));
  if (!owner) return undefined;
  const isUploaded = storedPhotoName(pathname.replace(/[/]c[0-9]+x[0-9]+[/]/, '/')) !== undefined;
  if (isUploaded && searchParams.get('pass') !== passOf(owner.id)) return undefined;
  return `picture of ${cardId}, ${owner.name}`;
}
