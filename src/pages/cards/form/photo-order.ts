/** The photos with some of them standing together, in their order, at a place among the rest: 0 is before all others. */
export function movedTo(photos: readonly string[], moved: readonly string[], place: number): string[] {
  const rest = photos.filter((photo) => !moved.includes(photo));
  const taken = photos.filter((photo) => moved.includes(photo));
  return rest.toSpliced(place, 0, ...taken);
}

/** How many of the rest stand before the first of these: where they are now. */
export function placeOf(photos: readonly string[], moved: readonly string[]): number {
  return Math.max(
    0,
    photos.findIndex((photo) => moved.includes(photo)),
  );
}

/** The place among the rest that a gap between two photos is; gap 0 is before the first photo. */
export function placeOfGap(photos: readonly string[], moved: readonly string[], gap: number): number {
  return photos.slice(0, gap).filter((photo) => !moved.includes(photo)).length;
}

/** What was taken away comes back behind the photo that it followed, as long as there is room. */
export function withPhotosBack(now: readonly string[], before: readonly string[], most: number): string[] {
  const photos = [...now];
  before.forEach((photo, index) => {
    if (photos.includes(photo) || photos.length >= most) return;
    const neighbour = before.slice(0, index).findLast((one) => photos.includes(one));
    photos.splice(neighbour === undefined ? 0 : photos.indexOf(neighbour) + 1, 0, photo);
  });
  return photos;
}

export function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((photo, index) => photo === other[index]);
}
