import { useEffect } from 'react';

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
