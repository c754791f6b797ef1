import { useEffect, useRef } from 'react';
import { isSwitchedOff } from '#offline/device/single-keys.ts';

interface ListKeys {
  count: number;
  activeIndex: number;
  onActiveChange: (index: number) => void;
  /** A list without choosing has none. */
  onToggle?: (index: number, isRange: boolean) => void;
  onOpen: (index: number) => void;
  /** The bar of what can be done with them is there, or on its way: it is a part of its own. */
  hasChosen?: boolean;
}

/** Between two looks for a bar that is on its way. */
const BAR_LOOK_MS = 50;

/** The first button of the bar of chosen rows, if there is one. */
function barButton(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-floating-bar] button');
}

/**
 * `j`/`k` and arrows move, `x` chooses, with Shift both choose a range, `Enter` opens, `a` goes to what can be done with the chosen rows; silent while
 * somebody types or a dialog is open.
 */
export function useListKeys(keys: ListKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });

  useEffect(() => {
    let look: ReturnType<typeof setTimeout> | undefined;
    const goToBar = () => {
      const button = barButton();
      if (button) button.focus();
      else look = setTimeout(lookAgain, BAR_LOOK_MS);
    };
    /** Unless the choice was let go meanwhile, or somebody has begun to type. */
    const lookAgain = () => {
      if (latest.current.hasChosen && !isBusyElsewhere(document.activeElement)) goToBar();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      clearTimeout(look);
      if (isSwitchedOff(event)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || isBusyElsewhere(event.target)) return;
      const { count, activeIndex, onActiveChange, onToggle, onOpen, hasChosen } = latest.current;
      if (count === 0) return;
      const move = (index: number) => {
        // From where one stands to where one goes.
        if (event.shiftKey && activeIndex >= 0) onToggle?.(activeIndex, true);
        onActiveChange(index);
        if (event.shiftKey) onToggle?.(index, true);
      };
      // A Russian layout gives «о» and «л» on the same keys: the place of the key counts.
      if (event.code === 'KeyJ' || event.code === 'ArrowDown') move(Math.min(activeIndex + 1, count - 1));
      else if (event.code === 'KeyK' || event.code === 'ArrowUp') move(Math.max(activeIndex - 1, 0));
      else if (event.code === 'KeyX' && activeIndex >= 0 && onToggle) onToggle(activeIndex, event.shiftKey);
      else if (event.code === 'KeyA' && hasChosen) goToBar();
      else if (event.code === 'Enter' && activeIndex >= 0 && event.target === document.body)
        onOpen(activeIndex);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      clearTimeout(look);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

function isBusyElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]')) return true;
  if (!(target instanceof Element)) return false;
  const isCheckbox = target.matches('input[type="checkbox"]');
  return !isCheckbox && target.closest('input, textarea, select, [contenteditable], [role="menu"]') !== null;
}
