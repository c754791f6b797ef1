import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { cardListSearchParams, type CardListState } from './card-list-address.ts';
import {
  isSameLook,
  parseLook,
  readKeptLook,
  USUAL_LOOK,
  writeLook,
  type CardListLook,
} from './card-list-look.ts';

/**
 * The look of the list: the address's own, or else what was chosen last on this device, which the address says then, so that
 * whoever is given it sees the same. Only what is chosen here is kept: somebody's link changes nothing beyond its page.
 */
export function useCardListLook(state: CardListState) {
  const [searchParams, setSearchParams] = useSearchParams();
  const [kept, setKept] = useState(readKeptLook);
  const told = useMemo(() => parseLook(searchParams), [searchParams]);
  const look = told ?? kept;
  /** The address of the list in another state, drawn as it is now. */
  const addressOf = (wanted: CardListState, drawn: CardListLook = look): URLSearchParams => {
    const params = cardListSearchParams(wanted);
    // The usual look needs no word where nothing else would be shown without it.
    return isSameLook(drawn, USUAL_LOOK) && kept === USUAL_LOOK ? params : writeLook(params, drawn);
  };
  const isUntold = told === null && look !== USUAL_LOOK;
  useEffect(() => {
    if (isUntold) setSearchParams((params) => writeLook(params, look), { replace: true });
  }, [isUntold, look, setSearchParams]);

  /** Shows it; {@link keepLook} has kept it by then. */
  const choose = (chosen: CardListLook) => {
    setKept(readKeptLook());
    setSearchParams(isSameLook(chosen, USUAL_LOOK) ? cardListSearchParams(state) : addressOf(state, chosen), {
      replace: true,
    });
  };
  return { look, addressOf, choose };
}
