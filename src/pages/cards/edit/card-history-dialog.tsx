import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { directoryQueries } from '#api/card-form.ts';
import { oneCardQueries } from '#api/one-card.ts';
import { userQueries } from '#api/users.ts';
import type { Card, CardContent } from '#contract/cards.ts';
import { formatDateTime } from '#lib/dates.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { TextChange } from '#parts/cards/text-change.tsx';
import { LoadProblem } from '#parts/load-problem.tsx';
import type { ContentPatch } from '#pages/cards/form/card-values.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { FloorItem } from './floor-item.tsx';
import { historyLines, type HistoryLine, type WayBack } from './history-lines.ts';
import { momentsOf } from './history-moments.ts';
import { HistoryRow } from './history-row.tsx';
import { OwnPriceItem } from './own-price-item.tsx';
import { ownPriceLines } from './own-price-lines.ts';
import { PhotoChange } from './photo-change.tsx';

interface CardHistoryDialogProps {
  card: Card;
  /** What the form holds. */
  values: CardContent;
  onTakeBack: (patch: ContentPatch) => void;
  onClose: () => void;
}

/** Who changed what, and when. An old value is put into the form: it is saved, or not, as whatever is typed there. */
export function CardHistoryDialog({ card, values, onTakeBack, onClose }: CardHistoryDialogProps) {
  const query = useInfiniteQuery(oneCardQueries.changes(card.id));
  const { data: characteristics } = useQuery(directoryQueries.characteristics(card.subjectId));
  const names = new Map(characteristics?.map(({ id, name }) => [id, name]));
  const { data: profile } = useQuery(userQueries.me());
  const shopNames = new Map(profile?.shops.map(({ id, name }) => [id, name]));
  const { data: inShops } = useQuery(oneCardQueries.inShops(card.id));
  const changes = query.data?.pages.flatMap((page) => page.results);
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title="История карточки"
      description="Изменения за 180 дней. Прежнее значение встаёт в форму: сохраните карточку, чтобы оно осталось."
      footer={
        <Button variant="primary" onClick={onClose}>
          Готово
        </Button>
      }
    >
      {changes === undefined && isStuck(query) ? (
        <LoadProblem
          error={query.error}
          onRetry={() => void query.refetch()}
          offlineText="История на устройстве не хранится. Она загрузится, когда появится связь."
        />
      ) : null}
      {changes === undefined && !isStuck(query) ? <Skeleton className="h-40 w-full" /> : null}
      <ol aria-label="Изменения карточки" className="flex flex-col divide-y divide-line-soft">
        {momentsOf(changes ?? []).map((moment) => (
          <li key={moment.id} className="py-3">
            <p className="text-sm text-muted">
              <span className="tabular-nums">{formatDateTime(moment.changedAt)}</span>
              {' · '}
              {moment.userName ?? 'С маркетплейса'}
            </p>
            <ul className="mt-1 flex flex-col gap-2">
              {moment.changes.map((change) => (
                <Fragment key={change.id}>
                  {historyLines(change, names, shopNames).map((line) => (
                    <HistoryItem
                      key={line.key}
                      line={line}
                      wayBack={line.wayBack(values)}
                      onTakeBack={onTakeBack}
                    />
                  ))}
                  {ownPriceLines(change, shopNames).map((line) => (
                    <OwnPriceItem
                      key={line.key}
                      cardId={card.id}
                      line={line}
                      inShops={inShops}
                      card={values}
                    />
                  ))}
                  {'priceFloor' in change.after ? <FloorItem cardId={card.id} change={change} /> : null}
                </Fragment>
              ))}
            </ul>
          </li>
        ))}
        {changes && !query.hasNextPage ? (
          <li className="py-3 text-sm text-muted">
            <span className="tabular-nums">{formatDateTime(card.createdAt)}</span> · Карточка создана
          </li>
        ) : null}
      </ol>
      {query.hasNextPage ? (
        <Button
          className="mt-2"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Показать ещё
        </Button>
      ) : null}
    </Dialog>
  );
}

interface HistoryItemProps {
  line: HistoryLine;
  wayBack: WayBack;
  onTakeBack: (patch: ContentPatch) => void;
}

function HistoryItem({ line, wayBack, onTakeBack }: HistoryItemProps) {
  return (
    <HistoryRow
      label={line.label}
      action={
        wayBack === 'none' ? null : (
          <Button
            size="sm"
            className="shrink-0"
            aria-label={`Вернуть: ${line.label}`}
            disabledReason={wayBack === 'there' ? 'Это значение сейчас в форме' : null}
            onClick={() => {
              if (wayBack !== 'there') onTakeBack(wayBack);
            }}
          >
            Вернуть
          </Button>
        )
      }
    >
      {line.photos ? (
        <PhotoChange {...line.photos} />
      ) : (
        <TextChange before={line.before} after={line.after} />
      )}
    </HistoryRow>
  );
}
