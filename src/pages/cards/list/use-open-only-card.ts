import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hrefTo } from '#lib/paths.ts';
import type { CardWindow } from './use-card-window.ts';

/** Who waits longer looks at something else by then: a page that opens of itself would be in the way. */
const PATIENCE_MS = 5_000;

interface Wanted {
  address: string;
  untilMs: number;
}

/**
 * Opens the card that is the only one of the list at an address, as soon as that list has its answer. Several, none and no
 * answer are the list's to say.
 */
export function useOpenOnlyCard(
  { address, count, rowAt }: CardWindow,
  isSaid: boolean,
): (address: string) => void {
  const navigate = useNavigate();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const answered = useRef<Wanted | null>(null);
  const cardId = count === 1 ? rowAt(0)?.id : undefined;
  useEffect(() => {
    // Back leads to the list that found it: its address comes first.
    if (!wanted || wanted === answered.current || !isSaid) return;
    if (wanted.address !== address || count === undefined) return;
    answered.current = wanted;
    if (cardId !== undefined && Date.now() < wanted.untilMs) void navigate(hrefTo.card({ id: cardId }));
  }, [wanted, address, count, cardId, navigate, isSaid]);

  return (wantedAddress) => setWanted({ address: wantedAddress, untilMs: Date.now() + PATIENCE_MS });
}
