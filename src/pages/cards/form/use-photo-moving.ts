import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { isSameOrder, movedTo, placeOf, placeOfGap } from './photo-order.ts';
import type { PhotoChoice } from './use-photo-choice.ts';
import { tilesOf, usePhotoDragging } from './use-photo-dragging.ts';

interface PhotoMoving {
  photos: readonly string[];
  list: RefObject<HTMLElement | null>;
  choice: PhotoChoice;
  onMove: (photos: string[]) => void;
  onRemove: (removed: readonly string[]) => void;
  /** For who cannot see the mark. */
  say: (text: string) => void;
}

/** Photos on their way: what was taken, and where among the rest it would be put. */
interface Taken {
  moved: readonly string[];
  place: number;
}

/**
 * Photos are moved by dragging and by keys: Space takes, arrows carry, Space puts, Escape lets go. Until they are put, only
 * a mark moves: the order that is saved changes once.
 */
export function usePhotoMoving({ photos, list, choice, onMove, onRemove, say }: PhotoMoving) {
  const [taken, drawTaken] = useState<Taken | null>(null);
  // What is drawn may be a move behind: a quick hand puts a photo before its last move is.
  const held = useRef<Taken | null>(null);
  const setTaken = (next: Taken | null) => {
    held.current = next;
    drawTaken(next);
  };
  const [active, setActive] = useState<string | null>(null);
  const focusAfter = useFocusThatStays(list);

  const move = (moved: readonly string[], place: number) => {
    const next = movedTo(photos, moved, place);
    setTaken(null);
    if (isSameOrder(next, photos)) {
      say('Порядок прежний');
      return;
    }
    onMove(next);
    const number = next.findIndex((photo) => moved.includes(photo)) + 1;
    if (moved.length > 1) say(`${moved.length} фото поставлены, первое — ${number}-е из ${next.length}`);
    else say(number === 1 ? 'Фото теперь обложка' : `Фото теперь ${number}-е из ${next.length}`);
  };
  const letGo = () => {
    setTaken(null);
    say('Отпущено: порядок прежний');
  };

  const dragging = usePhotoDragging({
    list,
    onTake: (photo) => {
      const moved = choice.takenWith(photo);
      setTaken({ moved, place: placeOf(photos, moved) });
    },
    onOver: (gap) => {
      const { moved } = held.current ?? {};
      if (moved) setTaken({ moved, place: placeOfGap(photos, moved, gap) });
    },
    onPut: () => held.current && move(held.current.moved, held.current.place),
    onLetGo: letGo,
  });

  const carry = (key: string, { moved, place }: Taken) => {
    const restCount = photos.length - moved.length;
    const to = Math.min(restCount, Math.max(0, steppedTo(key, place, restCount, columnsOf(list.current))));
    setTaken({ moved, place: to });
    say(`Место ${to + 1} из ${photos.length}`);
  };

  const onKeyDown = (event: KeyboardEvent, photo: string) => {
    const { key } = event;
    const index = photos.indexOf(photo);
    if (key === ' ') {
      if (taken) {
        focusAfter(photo);
        move(taken.moved, taken.place);
      } else {
        const moved = choice.takenWith(photo);
        setTaken({ moved, place: placeOf(photos, moved) });
        const what = moved.length === 1 ? `Фото ${index + 1} взято` : `Взято ${moved.length} фото`;
        say(`${what}. Стрелки — куда, Пробел — поставить, Escape — отпустить`);
      }
    } else if (key === 'Escape' && taken) letGo();
    else if (key === 'Escape' && choice.chosen.length > 0) choice.letGo();
    else if (MOVES.includes(key) && taken) carry(key, taken);
    else if (MOVES.includes(key)) {
      const to = steppedTo(key, index, photos.length - 1, columnsOf(list.current));
      buttonOf(list.current, photos[to])?.focus();
    } else if ((key === 'Delete' || key === 'Backspace') && !taken) {
      const removed = choice.takenWith(photo);
      const left = photos.filter((one) => !removed.includes(one));
      focusAfter(photos.slice(index).find((one) => left.includes(one)) ?? left.at(-1));
      onRemove(removed);
    } else if (key === 'a' && (event.ctrlKey || event.metaKey)) choice.chooseAll();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const rest = photos.filter((photo) => !taken?.moved.includes(photo));
  const isChange = taken !== null && !isSameOrder(movedTo(photos, taken.moved, taken.place), photos);
  return {
    taken: taken?.moved ?? [],
    /** On which side of a photo the taken ones would stand. */
    markOf: (photo: string): 'before' | 'after' | undefined => {
      if (!isChange) return undefined;
      if (photo === rest[taken.place]) return 'before';
      return taken.place === rest.length && photo === rest.at(-1) ? 'after' : undefined;
    },
    move,
    focusAfter,
    onClickCapture: dragging.onClickCapture,
    tile: (photo: string) => ({
      onPointerDown: (event: PointerEvent) => dragging.onPointerDown(event, photo),
    }),
    /** One photo of the list is reached by Tab, the others from it by arrows. */
    button: (photo: string) => ({
      tabIndex: photo === (active !== null && photos.includes(active) ? active : photos[0]) ? 0 : -1,
      onFocus: () => setActive(photo),
      onBlur: () => taken && letGo(),
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, photo),
      // Space has done its work when it goes down.
      onKeyUp: (event: KeyboardEvent) => event.key === ' ' && event.preventDefault(),
    }),
  };
}

const MOVES = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

function steppedTo(key: string, from: number, last: number, columns: number): number {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = key === 'ArrowUp' || key === 'ArrowDown' ? columns : 1;
  return from + (key === 'ArrowLeft' || key === 'ArrowUp' ? -step : step);
}

function columnsOf(list: HTMLElement | null): number {
  const tiles = tilesOf(list);
  return Math.max(1, tiles.filter((tile) => tile.offsetTop === tiles[0]?.offsetTop).length);
}

function buttonOf(list: HTMLElement | null, photo: string | undefined): HTMLElement | undefined {
  const tile = tilesOf(list).find((one) => one.dataset['photo'] === photo);
  return tile?.querySelector<HTMLElement>('[data-photo-button]') ?? undefined;
}

/** A photo that moves, or goes, takes the focus with it; without this the browser forgets where the keyboard was. */
function useFocusThatStays(list: RefObject<HTMLElement | null>) {
  const wanted = useRef<{ photo: string | undefined } | null>(null);
  // After every drawing: which of them brings the photo to its place is not ours to know.
  useEffect(() => {
    if (!wanted.current) return;
    const { photo } = wanted.current;
    wanted.current = null;
    const target = buttonOf(list.current, photo) ?? list.current?.querySelector<HTMLElement>('button');
    target?.focus();
  });
  return (photo: string | undefined) => {
    wanted.current = { photo };
  };
}
