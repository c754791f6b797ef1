import { useEffect } from 'react';
import type { FieldErrors } from './card-validation.ts';

/**
 * Brings a field of the form into sight and focuses what one writes in: how «Исправить» leads to the place. Never a
 * button beside it, which Enter would press; where a button is the control, it says so by `data-field-control`.
 */
export function focusField(field: string): void {
  const wrapper = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
  if (!wrapper) return;
  wrapper.scrollIntoView({ block: 'center' });
  const control =
    wrapper.querySelector<HTMLElement>('input, textarea, select') ??
    wrapper.querySelector<HTMLElement>('[data-field-control]');
  if (control) {
    control.focus({ preventScroll: true });
    // A number is replaced, a text is gone on with.
    if (control instanceof HTMLInputElement && control.hasAttribute('inputmode')) control.select();
    return;
  }
  wrapper.tabIndex = -1;
  wrapper.focus({ preventScroll: true });
}

/**
 * What stopped a save may stand beyond the window's edge or on another tab, where the press would seem to do nothing: the
 * first of it is brought into sight and focused. `show` opens the tab that holds the field.
 */
export function leadToError(errors: FieldErrors, show?: (field: string) => void): void {
  const drawn = Array.from(
    document.querySelectorAll<HTMLElement>('[data-field]'),
    (field) => field.dataset['field'],
  );
  const here = drawn.find((field) => field !== undefined && field in errors);
  const field = here ?? Object.keys(errors)[0];
  if (field === undefined) return;
  if (here === undefined) show?.(field);
  // The tab of the field has to be drawn first.
  requestAnimationFrame(() => focusField(field));
}

/** Focuses the field named in the address once it is drawn; characteristics come a moment after the form. */
export function useFocusField(field: string | null): void {
  useEffect(() => {
    if (field === null) return undefined;
    const find = () => document.querySelector(`[data-field="${CSS.escape(field)}"]`) !== null;
    if (find()) {
      focusField(field);
      return undefined;
    }
    const observer = new MutationObserver(() => {
      if (!find()) return;
      observer.disconnect();
      focusField(field);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [field]);
}
