import { useRef, useState, type DragEvent } from 'react';
import { cardColumnIds, type CardColumnId } from '#contract/card-list.ts';
import { classNames } from '#lib/class-names.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useMediaQuery } from '#ui/use-media-query.ts';
import { cardColumns } from './card-columns.tsx';
import { shownColumns } from './shown-columns.ts';

interface ColumnChoiceProps {
  chosen: readonly CardColumnId[];
  onChange: (chosen: readonly CardColumnId[]) => void;
}

/** Which columns, and in which order: dragged by a mouse, moved by buttons with a keyboard or a finger. */
export function ColumnChoice({ chosen, onChange }: ColumnChoiceProps) {
  // What is taken out keeps its place in the list: it may be wanted back.
  const [order, setOrder] = useState(() => withAll(chosen));
  const [target, setTarget] = useState<number | null>(null);
  const dragged = useRef<number | null>(null);
  const listRef = useRef<HTMLUListElement>(null);
  const places = new Map(shownColumns(chosen).map((column) => [column.id, column]));

  const move = (from: number, to: number) => {
    const id = order[from];
    if (id === undefined) return;
    const next = order.toSpliced(from, 1).toSpliced(to, 0, id);
    setOrder(next);
    onChange(next.filter((one) => chosen.includes(one)));
  };
  const toggle = (id: CardColumnId, isOn: boolean) =>
    onChange(order.filter((one) => (one === id ? isOn : chosen.includes(one))));

  const drag = (index: number) => ({
    onDragStart: (event: DragEvent) => {
      dragged.current = index;
      event.dataTransfer.effectAllowed = 'move';
      // Firefox drags nothing that carries nothing.
      event.dataTransfer.setData('text/plain', '');
    },
    onDragOver: (event: DragEvent) => {
      // A file, or something from another page, is not a column.
      if (dragged.current === null) return;
      event.preventDefault();
      setTarget(index);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged.current !== null && dragged.current !== index) move(dragged.current, index);
    },
    onDragEnd: () => {
      dragged.current = null;
      setTarget(null);
    },
  });

  /** The focus goes with the column: who moves it further presses again. */
  const moveByButton = (id: CardColumnId, from: number, to: number) => {
    move(from, to);
    requestAnimationFrame(() => {
      const buttons = listRef.current?.querySelectorAll<HTMLButtonElement>(`[data-column="${id}"] button`);
      buttons?.[to < from ? 0 : 1]?.focus();
    });
  };

  return (
    <fieldset>
      <legend className="mb-1 text-muted">Столбцы</legend>
      <ul ref={listRef} className="-mx-2">
        {order.map((id, index) => (
          <li
            key={id}
            data-column={id}
            draggable
            {...drag(index)}
            className={classNames(
              'flex min-h-9 cursor-grab items-center gap-1 rounded-control px-2 hover:bg-hover active:cursor-grabbing',
              target === index && 'outline-2 -outline-offset-2 outline-accent',
            )}
          >
            <Checkbox
              checked={chosen.includes(id)}
              onChange={(isOn) => toggle(id, isOn)}
              label={cardColumns[id].title}
              hint={<ColumnNote id={id} fromRem={places.get(id)?.fromRem ?? 0} />}
              className="grow"
            />
            <IconButton
              icon="arrow-up"
              size="sm"
              label={`${cardColumns[id].title}: левее`}
              disabledReason={index === 0 ? 'уже первый' : null}
              onClick={() => moveByButton(id, index, index - 1)}
            />
            <IconButton
              icon="arrow-down"
              size="sm"
              label={`${cardColumns[id].title}: правее`}
              disabledReason={index === order.length - 1 ? 'уже последний' : null}
              onClick={() => moveByButton(id, index, index + 1)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** What a title leaves out. */
const HINTS: Partial<Record<CardColumnId, string>> = {
  margin: 'Доля цены со скидкой сверх себестоимости, до комиссии, логистики и налогов',
  orders: 'С сегодняшним днём; отменённые тоже считаются',
};

/** Why a chosen column is not in sight, or what its title leaves out. */
function ColumnNote({ id, fromRem }: { id: CardColumnId; fromRem: number }) {
  const hasRoom = useMediaQuery(`(min-width: ${fromRem}rem)`);
  return hasRoom ? HINTS[id] : 'На этом экране не помещается';
}

function withAll(chosen: readonly CardColumnId[]): CardColumnId[] {
  return [...chosen, ...cardColumnIds.filter((id) => !chosen.includes(id))];
}
