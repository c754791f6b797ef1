import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Files pasted or dropped anywhere on the page but into a field or a dialog; true while they are held over it. Without
 * this a file that misses its place is opened by the browser instead of the page.
 */
export function useGivenFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((event: Event, files: FileList | undefined) => {
    if (!files || files.length === 0) return;
    event.preventDefault();
    if (!document.querySelector('dialog[open]')) onFiles([...files]);
  });

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    document.addEventListener('paste', (event) => take(event, event.clipboardData?.files), { signal });
    document.addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
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
        take(event, event.dataTransfer?.files);
      },
      { signal },
    );
    return () => stop.abort();
  }, []);
  return isOver;
}
