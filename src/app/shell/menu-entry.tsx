import { classNames } from '#lib/class-names.ts';
import { countOf } from '#lib/plurals.ts';
import { paths } from '#lib/paths.ts';
import { Badge } from '#ui/badge.tsx';
import { Icon } from '#ui/icon.tsx';
import type { MenuBranch } from './menu-items.ts';

/** What asks for attention in the menu. */
export interface MenuMarks {
  shipmentsWithErrors: number;
  hasInactiveTokens: boolean;
}

const ENTRY_STYLES =
  'inline-flex h-9 items-center gap-1.5 rounded-control px-2 whitespace-nowrap hover:text-white focus-visible:outline-[#8c9eff] lg:px-3';

export function entryStyles(isCurrent: boolean): string {
  return classNames(
    ENTRY_STYLES,
    isCurrent ? 'bg-menu-current text-white forced-colors:outline' : 'text-menu-ink',
  );
}

export function EntryErrors({ to, shipmentsWithErrors }: { to: string } & MenuMarks) {
  return to === paths.shipments && shipmentsWithErrors > 0 ? (
    <ErrorCount count={shipmentsWithErrors} />
  ) : null;
}

/** What a submenu's button says. */
export function BranchLabel({ item, hasInactiveTokens }: { item: MenuBranch } & MenuMarks) {
  return (
    <>
      {item.label}
      {hasInactiveTokens && item.items.some(({ to }) => to === paths.shops) ? <InactiveTokensMark /> : null}
      <Icon
        name="chevron-down"
        size={14}
        className="opacity-80 transition-transform duration-150 group-data-[state=open]/trigger:rotate-180"
      />
    </>
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
