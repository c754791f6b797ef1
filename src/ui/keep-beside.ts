import { autoUpdate } from '@floating-ui/dom';

/** Calls `place` whenever the box may have come off its anchor: scroll, resize, a shift of the layout, a keyboard. */
export function keepBeside(box: HTMLElement, anchor: HTMLElement, place: () => void): () => void {
  const stop = autoUpdate(anchor, box, place);
  // A keyboard that covers the window resizes nothing but what is seen of it.
  window.visualViewport?.addEventListener('resize', place);
  window.visualViewport?.addEventListener('scroll', place);
  return () => {
    stop();
    window.visualViewport?.removeEventListener('resize', place);
    window.visualViewport?.removeEventListener('scroll', place);
  };
}
