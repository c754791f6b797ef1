import { useEffectEvent, useLayoutEffect } from 'react';

/** Fewer digits than the shortest barcode (EAN-8) are somebody's typing. */
const MIN_DIGITS = 8;
/** A scanner types a character in a few milliseconds, through the air in some tens; a fast person in more than this. */
const MAX_GAP_MS = 80;
/** What follows sooner on something slower is a part of it: half a code is another code. */
const SILENCE_MS = 300;

interface Burst {
  code: string;
  isScan: boolean;
  lastMs: number;
}

/**
 * A barcode scanner types like a keyboard: digits in a burst, then Enter. Its code is taken wherever the focus is, but not from
 * under a dialog or out of another field, unless that says that it knows of it (`data-takes-scan`).
 */
export function useScannedCode(onCode: (code: string) => void): void {
  const take = useEffectEvent(onCode);
  // With the screen itself: a scan that comes right after it, before effects that may wait, is not lost.
  useLayoutEffect(() => {
    let burst = NOTHING_YET;
    const onKeyDown = (event: KeyboardEvent) => {
      const { code, isScan } = isBusyElsewhere(event.target) ? NO_SCAN : continued(burst, event);
      const isDigit = /^\d$/.test(event.key) && !event.repeat;
      burst = { code: code + event.key, isScan: isScan && isDigit, lastMs: event.timeStamp };
      if (event.key !== 'Enter' || !isScan || code.length < MIN_DIGITS) return;
      // Neither a button that has the focus nor the search field takes it for a press of its own.
      event.preventDefault();
      event.stopPropagation();
      // The next thing may be before the scanner already: its code is not a part of this one.
      burst = NOTHING_YET;
      take(code);
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

const NOTHING_YET: Burst = { code: '', isScan: true, lastMs: Number.NEGATIVE_INFINITY };
const NO_SCAN = { code: '', isScan: false };

/** What the keys so far are when one more comes. */
function continued({ code, isScan, lastMs }: Burst, { timeStamp }: KeyboardEvent): Omit<Burst, 'lastMs'> {
  const gapMs = timeStamp - lastMs;
  return gapMs > SILENCE_MS ? { code: '', isScan: true } : { code, isScan: isScan && gapMs <= MAX_GAP_MS };
}

function isBusyElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  if (!(target instanceof Element) || target.matches('[data-search], [data-takes-scan], [type="checkbox"]'))
    return false;
  return target.closest('input, textarea, select, [contenteditable]') !== null;
}
