import { lazy, Suspense } from 'react';
import type { ProfileShop } from '#contract/users.ts';
import { NOTHING_OPEN } from './profit-address.ts';
import type { ProfitAddress } from './use-profit-address.ts';
import type { ShownProfit } from './use-shown-profit.ts';

/** Of no use before a figure is pressed. */
const OpenedFigure = lazy(async () => ({ default: (await import('./opened-figure.tsx')).OpenedFigure }));
const StockDialog = lazy(async () => ({ default: (await import('./stock-dialog.tsx')).StockDialog }));
const StockDaysDialog = lazy(async () => ({
  default: (await import('./stock-days-dialog.tsx')).StockDaysDialog,
}));
const VatIncomeDialog = lazy(async () => ({
  default: (await import('./vat-income-dialog.tsx')).VatIncomeDialog,
}));

interface ProfitWindowsProps {
  address: ProfitAddress;
  shown: ShownProfit;
  shops: ReadonlyMap<number, ProfileShop>;
}

/** The window that the address names: what a figure of the screen is made of. */
export function ProfitWindows(props: ProfitWindowsProps) {
  return (
    <Suspense>
      <NamedWindow {...props} />
    </Suspense>
  );
}

function NamedWindow({ address, shown, shops }: ProfitWindowsProps) {
  const { state, change, open, hrefOf } = address;
  const { profit, basis, shop } = shown;
  const onClose = () => change(NOTHING_OPEN);
  if (state.stock === 'money') {
    return <StockDialog shop={shop} card={state.card} shops={shops} onClose={onClose} />;
  }
  if (state.stock === 'days') {
    return (
      <StockDaysDialog
        shop={shop}
        shops={shops}
        hrefOfMoney={hrefOf({ stock: 'money' })}
        hrefOfSold={(card, days, figure) =>
          hrefOf({ period: days, side: 'SELECTED', shopIds: [card.shopId], figure, card })
        }
        onClose={onClose}
      />
    );
  }
  if (state.taxpayerId !== null) {
    return (
      <VatIncomeDialog
        taxpayerId={state.taxpayerId}
        shops={shops}
        sources={profit?.sources ?? []}
        hrefOfMonth={({ from, to, shopId }) =>
          hrefOf({ period: { from, to }, side: 'SELECTED', shopIds: [shopId], figure: 'REALIZED' })
        }
        onClose={onClose}
      />
    );
  }
  if (!profit || (state.figure ?? state.measure) === null) return null;
  return <OpenedFigure {...{ state, profit, basis, shops, onClose }} onOpen={open} />;
}
