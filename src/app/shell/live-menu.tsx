import * as NavigationMenu from '@radix-ui/react-navigation-menu';
import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { classNames } from '#lib/class-names.ts';
import { paths } from '#lib/paths.ts';
import { Link } from '#ui/link.tsx';
import { BranchLabel, EntryErrors, entryStyles, InactiveTokensMark, type MenuMarks } from './menu-entry.tsx';
import { isUnder, menuItems, type MenuBranch } from './menu-items.ts';

interface LiveMenuProps extends MenuMarks {
  className: string;
  /** The submenu that was asked for before the menu could open one. */
  openUnder: string;
  /** Which of the links and buttons had the focus; −1 when none had. */
  focusedIndex: number;
}

/** The horizontal menu. Submenus open by a press alone: opening on hover would make the press that follows close them. */
export function LiveMenu({ className, openUnder, focusedIndex, ...marks }: LiveMenuProps) {
  const { pathname } = useLocation();
  const ref = useRef<HTMLElement>(null);
  // Once, as it takes the place of the still one.
  useLayoutEffect(() => {
    ref.current?.querySelectorAll<HTMLElement>('a, button')[focusedIndex]?.focus({ preventScroll: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what it was at that moment
  }, []);
  return (
    <NavigationMenu.Root
      ref={ref}
      aria-label="Главное меню"
      className={className}
      {...(openUnder !== '' && { defaultValue: openUnder })}
    >
      <NavigationMenu.List className="flex items-center gap-0.5 lg:gap-1">
        {menuItems.map((item) =>
          'to' in item ? (
            <NavigationMenu.Item key={item.to}>
              <NavigationMenu.Link asChild active={isUnder(pathname, item.to)}>
                <Link to={item.to} className={entryStyles(isUnder(pathname, item.to))}>
                  {item.label}
                  <EntryErrors to={item.to} {...marks} />
                </Link>
              </NavigationMenu.Link>
            </NavigationMenu.Item>
          ) : (
            <Submenu key={item.under} item={item} pathname={pathname} marks={marks} />
          ),
        )}
      </NavigationMenu.List>
    </NavigationMenu.Root>
  );
}

function Submenu({ item, pathname, marks }: { item: MenuBranch; pathname: string; marks: MenuMarks }) {
  return (
    <NavigationMenu.Item className="relative" value={item.under}>
      <NavigationMenu.Trigger
        type="button"
        onPointerMove={keepStill}
        onPointerLeave={keepStill}
        className={classNames(entryStyles(isUnder(pathname, item.under)), 'group/trigger')}
      >
        <BranchLabel item={item} {...marks} />
      </NavigationMenu.Trigger>
      <NavigationMenu.Content
        onPointerEnter={keepStill}
        onPointerLeave={keepStill}
        className="absolute top-full left-0 z-10 mt-3 min-w-52 animate-rise-in rounded-panel border border-menu-line bg-menu p-1.5 shadow-float"
      >
        <ul className="flex flex-col gap-0.5">
          {item.items.map((leaf) => (
            <li key={leaf.to}>
              <NavigationMenu.Link asChild active={isUnder(pathname, leaf.to)}>
                <Link
                  to={leaf.to}
                  className={classNames(
                    entryStyles(isUnder(pathname, leaf.to)),
                    'w-full hover:bg-menu-current',
                  )}
                >
                  {leaf.label}
                  {leaf.to === paths.shops && marks.hasInactiveTokens ? <InactiveTokensMark /> : null}
                </Link>
              </NavigationMenu.Link>
            </li>
          ))}
        </ul>
      </NavigationMenu.Content>
    </NavigationMenu.Item>
  );
}

/** Keeps Radix from opening and closing by hover. */
function keepStill(event: { preventDefault: () => void }): void {
  event.preventDefault();
}
