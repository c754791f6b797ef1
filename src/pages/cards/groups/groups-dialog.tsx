import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupQueries, useMoveCardGroups } from '#api/card-groups.ts';
import { isChoiceLost } from '#api/selections.ts';
import type { GroupChange, GroupsPreview } from '#contract/card-groups.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { LostChoice } from '#parts/cards/lost-choice.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { GroupsLook, GroupWarnings, RefusedCards } from './groups-look.tsx';
import { MoveDialog } from './move-dialog.tsx';

const TEXTS: Record<GroupChange, { title: string; description: string; button: string }> = {
  MERGE: {
    title: 'Объединить в склейку',
    description:
      'Выбранные карточки войдут в самую большую из их склеек. Покупатель увидит их вариантами одного товара.',
    button: 'Объединить',
  },
  SPLIT: {
    title: 'Разъединить склейку',
    description: 'Каждая выбранная карточка станет отдельной. Остальные карточки склейки останутся вместе.',
    button: 'Разъединить',
  },
};

const NEEDS_CONNECTION = 'Склейки меняются на Wildberries: нужна связь';

interface GroupsDialogProps {
  selection: CardSelection;
  change: GroupChange;
  /** The shop that is looked at first; the one with the most of the cards unless said. */
  shopId?: number;
  onClose: () => void;
}

/** What would become of the groups of the chosen cards in a shop; then how the move goes. */
export function GroupsDialog({ selection, change, shopId: firstShopId, onClose }: GroupsDialogProps) {
  const [askedShopId, setAskedShopId] = useState(firstShopId);
  const [moveId, setMoveId] = useState<number | null>(null);
  const query = useQuery({
    ...groupQueries.preview({
      selection,
      change,
      ...(askedShopId === undefined ? {} : { shopId: askedShopId }),
    }),
    enabled: moveId === null,
  });
  const move = useMoveCardGroups();
  const offlineReason = useOnlineOnly()(NEEDS_CONNECTION);
  const { data: preview, isPlaceholderData } = query;
  if (moveId !== null) return <MoveDialog moveId={moveId} onUndo={setMoveId} onClose={onClose} />;

  const isReady = preview !== undefined && !isPlaceholderData && !query.isError;
  const refusal = offlineReason ?? (isReady ? preview.refusal : 'Смотрим, что получится');
  const start = () => {
    if (refusal !== null || !isReady || preview.shopId === null || move.isPending) return;
    move.mutate(
      { selection, change, shopId: preview.shopId, seen: preview.seen },
      { onSuccess: ({ id }) => setMoveId(id) },
    );
  };
  const lost = [query.error, move.error].find(isChoiceLost);
  const { title, description, button } = TEXTS[change];

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={start}
      isDismissible={!move.isPending}
      size="lg"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose} disabledReason={move.isPending ? 'Перенос начинается' : null}>
            Отмена
          </Button>
          <Button type="submit" variant="primary" loading={move.isPending} disabledReason={refusal}>
            {button}
          </Button>
        </>
      }
    >
      {lost ? <LostChoice error={lost} onFrozen={move.reset} /> : null}
      {!lost && preview === undefined && isStuck(query) ? (
        <LoadProblem
          error={query.error}
          onRetry={() => void query.refetch()}
          offlineTitle="Нужна связь"
          offlineText="Склейки меняются на Wildberries. Посмотрите, когда появится связь."
        />
      ) : null}
      {preview === undefined && !isStuck(query) ? <Skeleton className="h-48 w-full" /> : null}
      {preview ? <Preview preview={preview} onShop={setAskedShopId} /> : null}
    </Dialog>
  );
}

interface PreviewProps {
  preview: GroupsPreview;
  onShop: (shopId: number) => void;
}

function Preview({ preview, onShop }: PreviewProps) {
  const { shops, shopId, refusal } = preview;
  return (
    <>
      {shops.length > 1 ? (
        <Field
          label="Магазин"
          hint="В скобках — сколько в нём выбранных карточек. У каждого магазина свои склейки"
          className="mb-4 md:max-w-sm"
        >
          <Select
            value={String(shopId ?? '')}
            onChange={(value) => onShop(Number(value))}
            options={shops.map(({ shopId: id, shopName, cardCount }) => ({
              value: String(id),
              // Words after the name would be cut on a phone.
              label: `${shopName} (${cardCount})`,
            }))}
          />
        </Field>
      ) : (
        <p className="mb-4 text-muted">{shops[0]?.shopName}</p>
      )}
      {refusal === null ? null : <Notice tone="warning">{refusal}</Notice>}
      <GroupsLook preview={preview} />
      <GroupWarnings warnings={preview.warnings} />
      <RefusedCards refused={preview.refused} />
    </>
  );
}
