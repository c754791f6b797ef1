import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { priceWatchQueries } from '#api/price-watch.ts';
import type { CardChange } from '#contract/card-history.ts';
import { priceFloorSchema, type PriceFloor } from '#contract/price-floor.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { FloorDialog } from '#pages/cards/form/floor-dialog.tsx';
import { floorText } from '#pages/cards/form/floor-text.ts';
import { TextChange } from '#parts/cards/text-change.tsx';
import { Button } from '#ui/button.tsx';
import { HistoryRow } from './history-row.tsx';

interface FloorItemProps {
  cardId: number;
  change: CardChange;
}

const LABEL = 'Минимальная цена';

/** What a change did to the lowest price, which goes back by way of a dialog, with what it is now beside it. */
export function FloorItem({ cardId, change: { before, after } }: FloorItemProps) {
  const was = priceFloorSchema.safeParse(before['priceFloor']);
  const is = priceFloorSchema.safeParse(after['priceFloor']);
  if (!was.success || !is.success) return null;
  return (
    <HistoryRow label={LABEL} action={<WayBack cardId={cardId} old={was.data} />}>
      <TextChange before={floorText(was.data)} after={floorText(is.data)} />
    </HistoryRow>
  );
}

function WayBack({ cardId, old }: { cardId: number; old: PriceFloor }) {
  const { data: now } = useQuery(priceWatchQueries.floor(cardId));
  const [isOpen, setOpen] = useState(false);
  const onlineOnly = useOnlineOnly();
  const isThere =
    now?.floorKopecks === old.floorKopecks && now.overCostBasisPoints === old.overCostBasisPoints;
  return (
    <>
      <Button
        size="sm"
        className="shrink-0"
        aria-label={`Вернуть: ${LABEL}`}
        disabledReason={
          (isThere ? 'Так сейчас и есть' : null) ??
          (now ? null : 'Минимальная цена ещё не прочитана') ??
          onlineOnly('Минимальную цену можно изменить только при связи')
        }
        onClick={() => setOpen(true)}
      >
        Вернуть
      </Button>
      {isOpen && now ? (
        <FloorDialog cardId={cardId} now={now} restored={old} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
