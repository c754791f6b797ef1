import { useContext, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { UNSAFE_DataRouterContext, useSearchParams, type NavigateOptions } from 'react-router-dom';
import type { FoundRows } from '#offline/catalogue/replica.ts';
import { parseCardListState, type CardListState } from './card-list-address.ts';
import { pageQuery } from './card-list-reads.ts';
import { replicaFor } from './use-replica-pages.ts';

/** An answer that takes longer is drawn when it comes, after the rows before it have been greyed. */
const RESPONSE_WAIT_MS = 150;

/** Asks this device, if it is the one to say; kept there, so that whoever points at a way to a list has it when they press. */
export function askDevice(wanted: CardListState): Promise<FoundRows | undefined> | undefined {
  return replicaFor(wanted)?.query(pageQuery(wanted, 0));
}

/**
 * The list that is shown, and the way to another one. Where this device answers it is drawn with the answer, once: the press is
 * asked about at once, not after a drawing. The address follows behind the frame: the browser takes its time to note it, and
 * all links of the page are drawn for it. Of several presses the last one counts; whoever goes
 * elsewhere meanwhile stays there.
 */
export function useGoToList() {
  const [searchParams, setSearchParams] = useSearchParams();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const [ahead, setAhead] = useState<{ of: URLSearchParams; text: string } | null>(null);
  const said = searchParams.toString();
  const text = ahead?.of === searchParams ? ahead.text : said;
  // The same state, before the address says it and after.
  const state = useMemo(() => parseCardListState(new URLSearchParams(text)), [text]);
  const turn = useRef(0);
  const asked = useRef({ from: state, wanted: state });
  /** The list that was asked for last, drawn or not: what is pressed next changes that one. */
  const latest = () => (asked.current.from === state ? asked.current.wanted : state);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );

  const goTo = (wanted: CardListState, address: URLSearchParams, options: NavigateOptions) => {
    turn.current += 1;
    const own = turn.current;
    asked.current = { from: state, wanted };
    // As the router does with a link to where one is.
    const how = { replace: address.toString() === said, ...options };
    const response = askDevice(wanted);
    if (!response) {
      setSearchParams(address, how);
      return;
    }
    // What the router is about by now, which what is drawn may not say yet.
    const from = router?.state.location;
    const isHere = () =>
      turn.current === own && router?.state.location === from && router?.state.navigation.state !== 'loading';
    const say = (options: NavigateOptions) => {
      if (isHere()) setSearchParams(address, options);
    };
    const draw = () => {
      if (!isHere()) return;
      // Where a list was scrolled to is kept by its place in the history: another one is drawn at its own.
      if (!how.replace && window.scrollY > 0) {
        say({ ...how, flushSync: true });
        return;
      }
      flushSync(() => setAhead({ of: searchParams, text: address.toString() }));
      requestAnimationFrame(() => setTimeout(() => say(how)));
    };
    const waited = new Promise((resolve) => setTimeout(resolve, RESPONSE_WAIT_MS));
    Promise.race([response, waited]).then(draw, draw);
  };
  return { state, latest, isSaid: text === said, goTo };
}
