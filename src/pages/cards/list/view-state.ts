import { isServerOrdering, type CardOrdering } from '#contract/card-list.ts';
import type { CardView } from '#contract/card-views.ts';
import {
  cardListSearchParams,
  DEFAULT_ORDERING,
  matchingFilter,
  parseCardListState,
  type CardListState,
} from './card-list-address.ts';
import type { CardListLook } from './card-list-look.ts';

/** What a list shows and how it is drawn: all that an address of it says. */
export interface ShownList {
  state: CardListState;
  look: CardListLook;
}

/** A view is the same as an address, with a name. */
export function toView({ state, look }: ShownList): Omit<CardView, 'id' | 'name'> {
  const { wbTag, ...filter } = matchingFilter(state);
  return {
    filter,
    ...(wbTag && { wbTag }),
    ...orderingsOf(state.ordering),
    density: look.density,
    columns: [...look.columns],
  };
}

function orderingsOf(ordering: CardOrdering): Pick<CardView, 'ordering' | 'serverOrdering'> {
  return isServerOrdering(ordering) ? { ordering: DEFAULT_ORDERING, serverOrdering: ordering } : { ordering };
}

export function fromView({
  filter,
  wbTag,
  ordering,
  serverOrdering,
  density,
  columns,
}: Omit<CardView, 'id' | 'name'>): ShownList {
  const { state, search, shop, subject, brand, stock, quality, changes, ...ranges } = filter;
  const named: CardListState = {
    state: state ?? null,
    search: search ?? '',
    shopIds: shop ?? [],
    subjectIds: subject ?? [],
    brands: brand ?? [],
    stock: stock ?? null,
    quality: quality ?? null,
    changes: changes ?? null,
    // The database keeps the fields in an order of its own; one that is absent is not there after the address below.
    ranges: { ...ranges, ...(wbTag && { wbTag }) } as CardListState['ranges'],
    ordering: serverOrdering ?? ordering,
  };
  // As the address of such a list is read: the same list is the same text then.
  return { state: parseCardListState(cardListSearchParams(named)), look: { density, columns } };
}
