import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Files pasted or dropped anywhere on the page but into a field or a dialog; true while they are held over it. Without
 * this a file that misses its place is opened by the browser instead of the page.
 */
export function useGivenFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const give = useEffectEvent((files: readonly File[]) => onFiles([...files]));

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener(
      'paste',
      (event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        if (files.length === 0 || !isOurs(event) || isDialogOpen() || saysMore(event, files)) return;
        event.preventDefault();
        give(files);
      },
      { signal },
    );
    document.addEventListener(
      'dragover',
      (event) => {
        if (!event.dataTransfer?.types.includes('Files') || !mayDrop(event)) return;
        event.preventDefault();
        setOver(!isDialogOpen());
      },
      { signal },
    );
    document.addEventListener(
      'dragleave',
      (event) => {
        // Null: out of the window; between two elements of the page it is the next one.
        if (event.relatedTarget === null) setOver(false);
      },
      { signal },
    );
    document.addEventListener(
      'drop',
      (event) => {
        setOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0 || !mayDrop(event)) return;
        event.preventDefault();
        if (!isDialogOpen()) give(files);
      },
      { signal },
    );
    return () => stop.abort();
  }, []);
  return isOver;
}

const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/** Nobody has taken it, and it goes into no field. */
function isOurs({ defaultPrevented, target }: Event): boolean {
  return !defaultPrevented && !(target instanceof Element && target.closest(FIELDS) !== null);
}

/** No field takes a file but one for files: anywhere else the browser would open it. */
function mayDrop({ defaultPrevented, target }: Event): boolean {
  return !defaultPrevented && !(target instanceof Element && target.closest('input[type=file]') !== null);
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

/** Cells of a spreadsheet come as text, and as a picture of them. A copied file comes with its name alone. */
function saysMore({ clipboardData }: ClipboardEvent, files: readonly File[]): boolean {
  const lines = (clipboardData?.getData('text/plain') ?? '').split(/[\r\n]+/);
  return lines.some((line) => line.trim() !== '' && !files.some(({ name }) => line.trim().endsWith(name)));
}
