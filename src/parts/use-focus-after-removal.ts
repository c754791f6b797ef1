import { useLayoutEffect, useRef } from 'react';

/**
 * For a row that goes away by what is pressed in it: its focus goes to the next row, else to the one before, else to what
 * its section has besides the list, at last to the section itself. Else it would be nowhere.
 */
export function useFocusAfterRemoval<Row extends HTMLElement>() {
  const row = useRef<Row>(null);
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      // React takes it out of the page right after this: it still stands between its neighbours.
      const { activeElement } = document;
      if (element?.contains(activeElement)) controlBeside(element, activeElement?.textContent)?.focus();
    };
  }, []);
  return row;
}

const CONTROLS = 'button, input, a';

/** In a neighbour it is the control with the same words, as «Убрать», else the first. */
function controlBeside(row: HTMLElement, words = ''): HTMLElement | null {
  const neighbour = row.nextElementSibling ?? row.previousElementSibling;
  if (neighbour) {
    const controls = [...neighbour.querySelectorAll<HTMLElement>(CONTROLS)];
    const control = controls.find(({ textContent }) => words !== '' && textContent === words) ?? controls[0];
    // A row may be there to be read alone.
    if (control) return control;
  }
  const section = row.closest('section');
  const controls = section?.querySelectorAll<HTMLElement>(CONTROLS) ?? [];
  const control = [...controls].find((one) => !row.contains(one));
  if (control || !section) return control ?? null;
  section.tabIndex = -1;
  return section;
}
