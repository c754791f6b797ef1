import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '#lib/paths.ts';
import { NOTHING_OPEN, parseProfitState, profitSearch, type ProfitState } from './profit-address.ts';

export interface ProfitAddress {
  state: ProfitState;
  /** Shows something else in place of what is shown. */
  change: (changed: Partial<ProfitState>) => void;
  /** Opens a window: back closes what was opened, step by step. */
  open: (opened: Partial<ProfitState>) => void;
  /** Where that window opens by a link. */
  hrefOf: (opened: Partial<ProfitState>) => string;
}

/** What the profit screen shows, kept in its address. */
export function useProfitAddress(): ProfitAddress {
  const [searchParams, setSearchParams] = useSearchParams();
  const state = useMemo(() => parseProfitState(searchParams), [searchParams]);
  const searchOf = (opened: Partial<ProfitState>) => profitSearch({ ...state, ...NOTHING_OPEN, ...opened });
  return {
    state,
    change: (changed) =>
      setSearchParams(profitSearch({ ...state, ...changed }), { replace: true, preventScrollReset: true }),
    open: (opened) => setSearchParams(searchOf(opened), { preventScrollReset: true }),
    hrefOf: (opened) => `${paths.profit}?${searchOf(opened)}`,
  };
}
