import { useEffect, useRef } from 'react';
import { useSearchParams, type NavigateOptions } from 'react-router-dom';
import type { CardListState } from './card-list-address.ts';
import { pageQuery } from './card-list-reads.ts';
import { replicaFor } from './use-replica-pages.ts';

/** An answer that takes longer is drawn when it comes, after the rows before it have been greyed. */
const RESPONSE_WAIT_MS = 150;

/**
 * Goes to the list in another state, at its address. Where this device answers it goes there with the answer: what is on the screen is
 * drawn once, and the press is asked about at once, not after the drawing. Of several presses the last one counts; whoever goes
 * elsewhere meanwhile stays there.
 */
export function useGoToList() {
  const [searchParams, setSearchParams] = useSearchParams();
  const turn = useRef(0);
  const place = useRef<URLSearchParams>(null);
  useEffect(() => {
    place.current = searchParams;
    return () => {
      place.current = null;
    };
  }, [searchParams]);
  return (wanted: CardListState, address: URLSearchParams, options: NavigateOptions) => {
    const from = place.current;
    turn.current += 1;
    const own = turn.current;
    // As the router does with a link to where one is.
    const how = { replace: address.toString() === searchParams.toString(), ...options };
    const response = replicaFor(wanted)?.query(pageQuery(wanted, 0));
    if (!response) {
      setSearchParams(address, how);
      return;
    }
    const go = () => {
      if (turn.current === own && place.current === from)
        setSearchParams(address, { ...how, flushSync: true });
    };
    const waited = new Promise((resolve) => setTimeout(resolve, RESPONSE_WAIT_MS));
    Promise.race([response, waited]).then(go, go);
  };
}
