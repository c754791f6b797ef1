export type Align = 'start' | 'center' | 'end';
export type Side = 'below' | 'above';

const GAP_PX = 6;
const WINDOW_MARGIN_PX = 8;

/**
 * Puts a fixed box beside its anchor, on the other side when there is more room, and never outside what is seen of the
 * window: a tablet's keyboard covers its lower part.
 */
export function placeBeside(box: HTMLElement, anchor: HTMLElement, align: Align, preferred: Side): void {
  const { clientHeight: windowHeight } = document.documentElement;
  // Without the room that is kept for a scrollbar: a window that has none now counts that as its own.
  const windowWidth = document.body.clientWidth;
  const seen = window.visualViewport;
  const seenTop = seen?.offsetTop ?? 0;
  const seenBottom = seenTop + Math.min(seen?.height ?? windowHeight, windowHeight);
  const around = anchor.getBoundingClientRect();
  const roomBelow = seenBottom - around.bottom - GAP_PX - WINDOW_MARGIN_PX;
  const roomAbove = around.top - seenTop - GAP_PX - WINDOW_MARGIN_PX;

  box.style.maxHeight = '';
  box.style.maxWidth = `${windowWidth - 2 * WINDOW_MARGIN_PX}px`;
  const height = box.scrollHeight + (box.offsetHeight - box.clientHeight);
  const [wanted, other] = preferred === 'below' ? [roomBelow, roomAbove] : [roomAbove, roomBelow];
  const isPreferred = height <= wanted || wanted >= other;
  const isBelow = (preferred === 'below') === isPreferred;

  const room = Math.max(isBelow ? roomBelow : roomAbove, 96);
  box.style.maxHeight = `${room}px`;
  // What has more to read than it shows is scrolled by the keyboard too, also where it holds no control.
  if (box.hasAttribute('tabindex')) box.tabIndex = height > room ? 0 : -1;
  box.style.top = isBelow ? `${around.bottom + GAP_PX}px` : 'auto';
  box.style.bottom = isBelow ? 'auto' : `${windowHeight - around.top + GAP_PX}px`;

  const width = box.offsetWidth;
  const rightmost = windowWidth - WINDOW_MARGIN_PX - width;
  box.style.left = `${Math.max(WINDOW_MARGIN_PX, Math.min(leftOf(around, width, align), rightmost))}px`;
}

function leftOf(around: DOMRect, width: number, align: Align): number {
  if (align === 'start') return around.left;
  return align === 'end' ? around.right - width : around.left + (around.width - width) / 2;
}
