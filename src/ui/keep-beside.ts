import { autoUpdate } from '@floating-ui/dom';

/**
 * Calls `place` whenever the box may have come off its anchor: scroll, resize, a shift of the layout, a keyboard, which
 * resizes nothing but what is seen of the window.
 */
export function keepBeside(box: HTMLElement, anchor: HTMLElement, place: () => void): () => void {
  return autoUpdate(anchor, box, place);
}
