import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { classNames } from '#lib/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Link } from '#ui/link.tsx';
import { paths } from '#lib/paths.ts';
import { LogoutButton } from './logout-button.tsx';
import { isUnder, menuItems, type MenuLeaf } from './menu-items.ts';
import { ErrorCount, InactiveTokensMark } from './menu-entry.tsx';

interface PhoneMenuProps {
  accountName: string;
  shipmentsWithErrors: number;
  hasInactiveTokens: boolean;
}

/** The same menu as a sheet, for windows too narrow for the horizontal one. */
export function PhoneMenu({ accountName, shipmentsWithErrors, hasInactiveTokens }: PhoneMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const close = () => setOpen(false);

  const link = ({ to, label }: MenuLeaf) => (
    <li key={to}>
      <Link
        to={to}
        onClick={close}
        {...(isUnder(pathname, to) ? { 'aria-current': 'page' as const } : {})}
        className={classNames(
          'flex min-h-11 items-center gap-2 rounded-control px-3 text-lg',
          isUnder(pathname, to) ? 'bg-accent-soft text-accent-ink' : 'hover:bg-hover',
        )}
      >
        {label}
        {to === paths.shipments && shipmentsWithErrors > 0 ? (
          <ErrorCount count={shipmentsWithErrors} />
        ) : null}
        {to === paths.shops && hasInactiveTokens ? <InactiveTokensMark className="text-orange" /> : null}
      </Link>
    </li>
  );

  return (
    <>
      <IconButton
        icon="menu"
        label="Меню"
        variant="on-dark"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      />
      <Dialog open={isOpen} onClose={close} title={accountName} footer={<LogoutButton variant="secondary" />}>
        <nav aria-label="Главное меню">
          <ul className="-mx-3 flex flex-col">
            {menuItems.map((item) =>
              'to' in item ? (
                link(item)
              ) : (
                <li key={item.under}>
                  <p className="px-3 pt-3 pb-1 text-sm font-medium text-muted">{item.label}</p>
                  <ul className="flex flex-col">{item.items.map(link)}</ul>
                </li>
              ),
            )}
          </ul>
        </nav>
      </Dialog>
    </>
  );
}
