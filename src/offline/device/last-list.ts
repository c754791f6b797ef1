/** Of the user, not of the device: whatever ends the session takes it away with the rest of the web storage. */
export const LAST_LIST_KEY = 'prilavok-last-list';

// Known everywhere: the script in the page's head, which reads it, can import nothing.
declare global {
  /** An element: its name, its attributes, what is in it. Text is text: it is never read as markup. */
  type PictureNode = string | PictureElement;
  type PictureElement = [name: string, attributes: Record<string, string>, children: PictureNode[]];

  /**
   * How the list of cards looked when it was last seen: it stands in the first frame of the next start, and says of when it
   * is (`early.ts` reads it). Worth no more than a stored copy, and removed with the copies.
   */
  interface LastList {
    userId: number;
    /** The address of the build's entry: another build has other styles. */
    build: string;
    /** What it was laid out for. */
    widthPx: number;
    rootFontPx: number;
    /** When its data left the server. */
    dataAtMs: number;
    nodes: PictureNode[];
  }

  /** Of the row that was pressed in it, and whose list it was. */
  var pressedCard: { userId: number; id: number } | undefined;
}

export function storeLastList(list: LastList): void {
  try {
    localStorage.setItem(LAST_LIST_KEY, JSON.stringify(list));
  } catch {
    // Blocked or full: the first frame shows empty places, as without it. An older one would be no better.
    dropLastList();
  }
}

/** What it shows may not be so any more. */
export function dropLastList(): void {
  try {
    localStorage.removeItem(LAST_LIST_KEY);
  } catch {
    // Blocked storage holds nothing.
  }
}
