import * as NavigationMenu from '@radix-ui/react-navigation-menu';
import { Link, useLocation } from 'react-router-dom';
import { classNames } from '#lib/class-names.ts';
import { countOf } from '#lib/plurals.ts';
import { Badge } from '#ui/badge.tsx';
import { Icon } from '#ui/icon.tsx';
import { paths } from '#lib/paths.ts';
import { isUnder, menuItems, type MenuBranch, type MenuLeaf } from './menu-items.ts';

interface TopMenuProps {
  shipmentsWithErrors: number;
  hasInactiveTokens: boolean;
  className?: string;
}

/** The horizontal menu. Submenus open by a press alone: opening on hover would make the press that follows close them. */
export function TopMenu({ shipmentsWithErrors, hasInactiveTokens, className }: TopMenuProps) {
  const { pathname } = useLocation();
  return (
    <NavigationMenu.Root aria-label="Главное меню" className={classNames('relative', className)}>
      <NavigationMenu.List className="flex items-center gap-0.5 lg:gap-1">
        {menuItems.map((item) =>
          'to' in item ? (
            <MenuLink
              key={item.to}
              item={item}
              isCurrent={isUnder(pathname, item.to)}
              errors={item.to === paths.shipments ? shipmentsWithErrors : 0}
            />
          ) : (
            <Submenu
              key={item.under}
              item={item}
              pathname={pathname}
              markedPath={hasInactiveTokens ? paths.shops : null}
            />
          ),
        )}
      </NavigationMenu.List>
    </NavigationMenu.Root>
  );
}

const ITEM_STYLES =
  'inline-flex h-9 items-center gap-1.5 rounded-control px-2 whitespace-nowrap hover:text-white focus-visible:outline-[#8c9eff] lg:px-3';

function itemStyles(isCurrent: boolean): string {
  return classNames(
    ITEM_STYLES,
    isCurrent ? 'bg-menu-current text-white forced-colors:outline' : 'text-menu-ink',
  );
}

function MenuLink({ item, isCurrent, errors }: { item: MenuLeaf; isCurrent: boolean; errors: number }) {
  return (
    <NavigationMenu.Item>
      <NavigationMenu.Link asChild active={isCurrent}>
        <Link to={item.to} className={itemStyles(isCurrent)}>
          {item.label}
          {errors > 0 ? <ErrorCount count={errors} /> : null}
        </Link>
      </NavigationMenu.Link>
    </NavigationMenu.Item>
  );
}

/** How many shipments have errors. */
export function ErrorCount({ count }: { count: number }) {
  return (
    <Badge tone="on-dark-red">
      <span aria-hidden>{count}</span>
      <span className="sr-only">
        , {countOf(count, ['отправка с ошибками', 'отправки с ошибками', 'отправок с ошибками'])}
      </span>
    </Badge>
  );
}

/** Some shop has a token that does not work. */
export function InactiveTokensMark({ className = 'text-[#ffb454]' }: { className?: string }) {
  return (
    <>
      <Icon name="warning" size={14} className={className} />
      <span className="sr-only">, есть неактивные токены</span>
    </>
  );
}

interface SubmenuProps {
  item: MenuBranch;
  pathname: string;
  /** The page that asks for attention. */
  markedPath: string | null;
}

function Submenu({ item, pathname, markedPath }: SubmenuProps) {
  return (
    <NavigationMenu.Item className="relative">
      <NavigationMenu.Trigger
        onPointerMove={keepStill}
        onPointerLeave={keepStill}
        className={classNames(itemStyles(isUnder(pathname, item.under)), 'group/trigger')}
      >
        {item.label}
        {item.items.some(({ to }) => to === markedPath) ? <InactiveTokensMark /> : null}
        <Icon
          name="chevron-down"
          size={14}
          className="opacity-80 transition-transform duration-150 group-data-[state=open]/trigger:rotate-180"
        />
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
                    itemStyles(isUnder(pathname, leaf.to)),
                    'w-full hover:bg-menu-current',
                  )}
                >
                  {leaf.label}
                  {leaf.to === markedPath ? <InactiveTokensMark /> : null}
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
