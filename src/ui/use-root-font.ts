import { useSyncExternalStore } from 'react';

const USUAL_FONT_PX = 16;

/** How many pixels one rem is: what the person has set in the browser. */
export function useRootFontPx(): number {
  return useSyncExternalStore(watch, rootFontPx);
}

/** To ask the page makes it find its styles. What has changed while nobody was told of it is known a frame after somebody is again. */
let knownPx: number | undefined;

function rootFontPx(): number {
  return (knownPx ??= readRootFontPx());
}

function readRootFontPx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL_FONT_PX;
}

/** Nothing tells of a changed font size but a box that is measured in it. */
function watch(listener: () => void): () => void {
  if (typeof ResizeObserver === 'undefined') return () => undefined;
  const box = document.createElement('div');
  box.className = 'invisible fixed size-4';
  document.body.append(box);
  const observer = new ResizeObserver(() => {
    knownPx = readRootFontPx();
    listener();
  });
  observer.observe(box);
  return () => {
    observer.disconnect();
    box.remove();
  };
}
