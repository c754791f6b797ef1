import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { groupQueries } from '#api/card-groups.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { listGroupsOfCardEndpoint } from '#contract/card-groups.ts';
import { hrefTo } from '#lib/paths.ts';
import { inQuotes } from '#lib/text.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { GroupedCardLine } from './grouped-card.tsx';

const GroupsDialog = lazy(() =>
  import('./groups-dialog.tsx').then((module) => ({ default: module.GroupsDialog })),
);

type GroupInShop = EndpointResponse<typeof listGroupsOfCardEndpoint>[number];

/** «Склейка»: who shares the card's group in each shop. Nothing for a card that the marketplace has nowhere. */
export function GroupsPanel({ cardId }: { cardId: number }) {
  const { data: groups = [] } = useQuery(groupQueries.ofCard(cardId));
  const [leaving, setLeaving] = useState<number | null>(null);
  const together = groups.filter(({ group, moveId }) => group.cards.length > 1 || moveId !== null);
  if (groups.length === 0) return null;
  return (
    <Panel title="Склейка">
      {together.length === 0 ? (
        <p className="text-sm text-muted">
          Карточка не объединена с другими. Чтобы объединить, выберите карточки в списке и нажмите «Другое»,
          затем «Объединить в склейку».
        </p>
      ) : null}
      <ul className="-my-2 flex flex-col divide-y divide-line-soft empty:hidden">
        {together.map((inShop) => (
          <GroupInShopItem
            key={inShop.shopId}
            cardId={cardId}
            inShop={inShop}
            onLeave={() => setLeaving(inShop.shopId)}
          />
        ))}
      </ul>
      {leaving === null ? null : (
        <Suspense fallback={null}>
          <GroupsDialog
            selection={{ ids: [cardId] }}
            change="SPLIT"
            shopId={leaving}
            onClose={() => setLeaving(null)}
          />
        </Suspense>
      )}
    </Panel>
  );
}

interface GroupInShopItemProps {
  cardId: number;
  inShop: GroupInShop;
  onLeave: () => void;
}

function GroupInShopItem({ cardId, inShop, onLeave }: GroupInShopItemProps) {
  const { shopName, group, moveId } = inShop;
  const others = group.cards.filter((card) => card.cardId !== cardId);
  const offlineReason = useOnlineOnly()('Склейки меняются на Wildberries: нужна связь');
  return (
    <li className="py-2.5">
      <p className="mb-1 font-medium break-words">{shopName}</p>
      {moveId === null ? null : (
        <p className="text-sm text-muted">Карточки этого магазина сейчас объединяются или разъединяются.</p>
      )}
      <ul aria-label={`В склейке, ${inQuotes(shopName)}`} className="max-h-80 overflow-y-auto empty:hidden">
        {others.map((card) => (
          <GroupedCardLine
            key={card.cardId}
            card={card}
            title={
              <TextLink isAlone to={hrefTo.card({ id: card.cardId })}>
                {card.title || 'Без названия'}
              </TextLink>
            }
          />
        ))}
      </ul>
      {others.length > 0 ? (
        <Button
          size="sm"
          className="mt-2"
          isWrapping
          aria-label={`Убрать из склейки в ${inQuotes(shopName)}`}
          disabledReason={
            offlineReason ?? (moveId === null ? null : 'Дождитесь, когда закончится перенос карточек')
          }
          onClick={onLeave}
        >
          Убрать из склейки
        </Button>
      ) : null}
    </li>
  );
}
