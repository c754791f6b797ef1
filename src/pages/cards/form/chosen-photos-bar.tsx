import { Button } from '#ui/button.tsx';
import { isSameOrder, movedTo, placeOf } from './photo-order.ts';

interface ChosenPhotosBarProps {
  photos: readonly string[];
  chosen: readonly string[];
  onMove: (place: number) => void;
  onShow: () => void;
  onRemove: () => void;
  onLetGo: () => void;
}

/** What is done with the chosen photos; moving them here needs no dragging. */
export function ChosenPhotosBar({ photos, chosen, onMove, onShow, onRemove, onLetGo }: ChosenPhotosBarProps) {
  const place = placeOf(photos, chosen);
  const restCount = photos.length - chosen.length;
  const steps = [
    { label: 'В начало', to: 0, refusal: 'Уже в начале' },
    { label: 'Раньше', to: Math.max(0, place - 1), refusal: 'Уже в начале' },
    { label: 'Позже', to: Math.min(restCount, place + 1), refusal: 'Уже в конце' },
  ];
  return (
    <fieldset aria-label="Выбранные фото" className="mb-3 flex flex-wrap items-center gap-1.5 text-sm">
      <span className="mr-1 font-medium">Выбрано {chosen.length} фото</span>
      {steps.map(({ label, to, refusal }) => (
        <Button
          key={label}
          size="sm"
          disabledReason={isSameOrder(movedTo(photos, chosen, to), photos) ? refusal : null}
          onClick={() => onMove(to)}
        >
          {label}
        </Button>
      ))}
      {chosen.length === 1 ? (
        <Button size="sm" icon="eye" onClick={onShow}>
          Крупно
        </Button>
      ) : null}
      <Button size="sm" icon="trash" onClick={onRemove}>
        Убрать
      </Button>
      <Button size="sm" variant="ghost" onClick={onLetGo}>
        Снять выбор
      </Button>
    </fieldset>
  );
}
