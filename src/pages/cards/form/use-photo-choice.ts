import { useRef, useState } from 'react';

/** Which photos are chosen, for moving and removing several at once. */
export function usePhotoChoice(photos: readonly string[]) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  /** Where a row of choices begins that Shift ends. */
  const anchor = useRef<string | null>(null);
  const chosen = photos.filter((photo) => picked.has(photo));
  return {
    /** In the order of the card; a photo that is gone is not chosen. */
    chosen,
    toggle: (photo: string, isRange: boolean) => {
      const from = anchor.current === null ? -1 : photos.indexOf(anchor.current);
      const to = photos.indexOf(photo);
      if (isRange && from >= 0) {
        setPicked(new Set([...chosen, ...photos.slice(Math.min(from, to), Math.max(from, to) + 1)]));
        return;
      }
      anchor.current = photo;
      setPicked(new Set(chosen.includes(photo) ? chosen.filter((one) => one !== photo) : [...chosen, photo]));
    },
    chooseAll: () => setPicked(new Set(photos)),
    letGo: () => setPicked(new Set()),
    /** What is taken with a photo: all that are chosen with it, or it alone. */
    takenWith: (photo: string) => (chosen.includes(photo) ? chosen : [photo]),
  };
}

export type PhotoChoice = ReturnType<typeof usePhotoChoice>;
