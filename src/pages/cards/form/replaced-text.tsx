import { Button } from '#ui/button.tsx';

export interface Replacement {
  before: string;
  after: string;
}

interface ReplacedTextProps {
  replaced: Replacement | null;
  /** What the field holds; once it is edited further there is nothing simple to take back. */
  now: string;
  onUndo: (before: string) => void;
}

/** After a text was taken from a suggestion: what stood there before, and the way back. */
export function ReplacedText({ replaced, now, onUndo }: ReplacedTextProps) {
  if (replaced === null || replaced.after !== now || replaced.before === now) return null;
  return (
    <div aria-live="polite" className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span className="line-clamp-2 min-w-0 break-words">
        {replaced.before === '' ? 'Было пусто' : `Было: ${replaced.before}`}
      </span>
      <Button size="sm" variant="ghost" onClick={() => onUndo(replaced.before)}>
        Вернуть прежнее
      </Button>
    </div>
  );
}
