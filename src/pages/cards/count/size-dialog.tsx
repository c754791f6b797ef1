import { Dialog } from '#ui/dialog.tsx';
import type { CardSize } from './found-cards.ts';

interface SizeDialogProps {
  title: string;
  sizes: readonly CardSize[];
  onPick: (size: CardSize) => void;
  onClose: () => void;
}

/** Which size was counted: the card was found by its title. */
export function SizeDialog({ title, sizes, onPick, onClose }: SizeDialogProps) {
  return (
    <Dialog open onClose={onClose} title="Какой размер?" description={title} size="sm">
      <ul className="flex flex-col gap-2">
        {sizes.map((size) => (
          <li key={size.barcode}>
            <button
              type="button"
              onClick={() => onPick(size)}
              className="flex min-h-12 w-full items-center justify-between gap-3 rounded-control border border-line px-4 py-2 text-left hover:bg-hover"
            >
              <span className="font-medium">{size.techSize || 'Без размера'}</span>
              <span className="text-sm text-muted tabular-nums">{size.barcode}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
