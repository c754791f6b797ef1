import { useState, type DragEvent } from 'react';

/** Photos dragged to another place in their list. */
export function usePhotoDragging(onMove: (from: number, to: number) => void) {
  const [from, setFrom] = useState<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const end = () => {
    setFrom(null);
    setTarget(null);
  };
  return {
    /** Where the photo would go. */
    target: from === null || from === target ? null : target,
    tile: (index: number) => ({
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        // Firefox drags nothing that carries no data.
        event.dataTransfer.setData('text/plain', String(index + 1));
        setFrom(index);
      },
      onDragOver: (event: DragEvent) => {
        if (from === null) return;
        event.preventDefault();
        setTarget(index);
      },
      onDragLeave: () => setTarget(null),
      onDrop: (event: DragEvent) => {
        if (from === null) return;
        event.preventDefault();
        onMove(from, index);
        end();
      },
      onDragEnd: end,
    }),
  };
}
