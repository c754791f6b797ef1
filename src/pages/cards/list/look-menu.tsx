import { lazy } from 'react';
import { Button } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';
import type { CardListLook } from './card-list-look.ts';

/** Opened rarely: it comes when it is asked for. */
const LookChoice = lazy(async () => ({ default: (await import('./look-choice.tsx')).LookChoice }));

interface LookMenuProps {
  look: CardListLook;
  onChange: (look: CardListLook) => void;
  className: string;
}

/** «Вид»: how the list is drawn. */
export function LookMenu({ look, onChange, className }: LookMenuProps) {
  return (
    <Popover
      label="Вид списка"
      align="end"
      className="w-80 max-w-[calc(100vw-1rem)] p-0"
      trigger={(props) => (
        <Button {...props} size="sm" icon="settings" className={className}>
          Вид
        </Button>
      )}
    >
      <LookChoice look={look} onChange={onChange} />
    </Popover>
  );
}
