import { lazy, type ComponentProps } from 'react';
import { Button } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';

/** Opened rarely: it comes when it is asked for. */
const LookChoice = lazy(async () => ({ default: (await import('./look-choice.tsx')).LookChoice }));

type LookMenuProps = ComponentProps<typeof LookChoice> & { className: string };

/** «Вид»: how the list is drawn, and saved views of it. */
export function LookMenu({ className, ...choice }: LookMenuProps) {
  return (
    <Popover
      label="Вид списка"
      align="end"
      className="w-80 max-w-[calc(100vw-1rem)]"
      trigger={(props) => (
        <Button {...props} size="sm" icon="settings" className={className}>
          Вид
        </Button>
      )}
    >
      <LookChoice {...choice} />
    </Popover>
  );
}
