import { createContext, use, useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { classNames } from '#lib/class-names.ts';
import { FloatingLayer } from './floating-layer.tsx';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import type { Align, Side } from './place-beside.ts';

/** What the button that opens a menu or a popover must carry: spread it on a Button. */
export interface TriggerProps {
  id: string;
  ref: Ref<HTMLButtonElement>;
  'aria-haspopup': 'menu' | 'dialog';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

interface MenuProps {
  trigger: (props: TriggerProps) => ReactNode;
  align?: Align;
  side?: Side;
  /** MenuItem. */
  children: ReactNode;
}

const CloseMenuContext = createContext<() => void>(() => undefined);

/** A button that opens a list of actions. Arrows, Home, End and first letters move; Escape and Tab leave. */
export function Menu({ trigger, align = 'start', side = 'below', children }: MenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);

  const closeToTrigger = () => {
    setOpen(false);
    triggerRef.current?.focus();
  };

  return (
    <>
      {trigger({
        id: `${id}-trigger`,
        ref: triggerRef,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onClick: () => setOpen(!isOpen),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        },
      })}
      {isOpen ? (
        <CloseMenuContext value={closeToTrigger}>
          <FloatingLayer
            anchor={triggerRef}
            align={align}
            side={side}
            onClose={(reason) => (reason === 'escape' ? closeToTrigger() : setOpen(false))}
            className="min-w-44 rounded-panel border border-line bg-panel p-1 text-ink shadow-float"
          >
            <MenuList id={id} labelledBy={`${id}-trigger`} onTab={closeToTrigger}>
              {children}
            </MenuList>
          </FloatingLayer>
        </CloseMenuContext>
      ) : null}
    </>
  );
}

interface MenuListProps {
  id: string;
  labelledBy: string;
  onTab: () => void;
  children: ReactNode;
}

function MenuList({ id, labelledBy, onTab, children }: MenuListProps) {
  const ref = useRef<HTMLDivElement>(null);

  useEffect(() => {
    itemsIn(ref.current)[0]?.focus();
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const items = itemsIn(ref.current);
    const current = items.findIndex((item) => item === document.activeElement);
    const target = nextItem(event.key, items, current);
    if (target) {
      event.preventDefault();
      target.focus();
    } else if (event.key === 'Tab') {
      // Back to the button, from where the browser's own Tab goes on.
      onTab();
    }
    // A list's own shortcuts must not run while its menu is used.
    event.stopPropagation();
  };

  return (
    <div ref={ref} id={id} role="menu" tabIndex={-1} aria-labelledby={labelledBy} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}

function itemsIn(menu: HTMLElement | null): HTMLElement[] {
  return menu ? [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')] : [];
}

function nextItem(key: string, items: HTMLElement[], current: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(current + 1) % items.length];
  if (key === 'ArrowUp') return items.at(current <= 0 ? -1 : current - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const rotated = [...items.slice(current + 1), ...items.slice(0, current + 1)];
  return rotated.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}

const ITEM_STYLES =
  'flex min-h-control-sm w-full items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-left focus:bg-hover focus:outline-hidden hover:bg-hover forced-colors:focus:-outline-offset-2';

interface MenuItemProps {
  onSelect: () => void;
  icon?: IconName;
  isDanger?: boolean;
  /** Why it cannot be done now; shown below the label. */
  disabledReason?: string | null | undefined;
  children: ReactNode;
}

export function MenuItem({ onSelect, icon, isDanger = false, disabledReason, children }: MenuItemProps) {
  const close = use(CloseMenuContext);
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      {...(disabledReason ? { 'aria-disabled': true } : {})}
      onClick={() => {
        if (disabledReason) return;
        // Focus goes back first, so that a dialog opened here returns it to the button.
        close();
        onSelect();
      }}
      className={classNames(ITEM_STYLES, isDanger && 'text-red', disabledReason && 'text-muted')}
    >
      {icon ? <Icon name={icon} className={isDanger ? '' : 'text-muted'} /> : null}
      <span className="min-w-0">
        {children}
        {disabledReason ? <span className="block text-xs text-muted">{disabledReason}</span> : null}
      </span>
    </button>
  );
}
