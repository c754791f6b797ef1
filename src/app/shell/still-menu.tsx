import type { ComponentProps } from 'react';
import { useLocation } from 'react-router-dom';
import { classNames } from '#lib/class-names.ts';
import { Link } from '#ui/link.tsx';
import { BranchLabel, EntryErrors, entryStyles, type MenuMarks } from './menu-entry.tsx';
import { isUnder, menuItems } from './menu-items.ts';

interface StillMenuProps extends ComponentProps<'nav'> {
  marks: MenuMarks;
  onOpen: (under: string) => void;
}

/** The markup of the live menu with its submenus closed, to the letter: nothing is seen when that takes its place. */
export function StillMenu({ marks, onOpen, ...rest }: StillMenuProps) {
  const { pathname } = useLocation();
  return (
    <nav {...rest} aria-label="Главное меню" data-orientation="horizontal" dir="ltr">
      <div style={{ position: 'relative' }}>
        <ul data-orientation="horizontal" dir="ltr" className="flex items-center gap-0.5 lg:gap-1">
          {menuItems.map((item) =>
            'to' in item ? (
              <li key={item.to}>
                <Link
                  to={item.to}
                  {...(isUnder(pathname, item.to) && { 'aria-current': 'page', 'data-active': '' })}
                  className={entryStyles(isUnder(pathname, item.to))}
                >
                  {item.label}
                  <EntryErrors to={item.to} {...marks} />
                </Link>
              </li>
            ) : (
              <li key={item.under} className="relative">
                <button
                  type="button"
                  data-state="closed"
                  aria-expanded={false}
                  onClick={() => onOpen(item.under)}
                  className={classNames(entryStyles(isUnder(pathname, item.under)), 'group/trigger')}
                >
                  <BranchLabel item={item} {...marks} />
                </button>
              </li>
            ),
          )}
        </ul>
      </div>
    </nav>
  );
}
