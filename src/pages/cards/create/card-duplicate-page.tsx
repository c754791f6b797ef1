import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { oneCardQueries, useDuplicateCard } from '#api/one-card.ts';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CardPhoto } from '#parts/cards/card-photo.tsx';
import { hrefTo, paths } from '#lib/paths.ts';

const MAX_COPIES = 50;

export function CardDuplicatePage() {
  const [searchParams] = useSearchParams();
  const idText = searchParams.get('id') ?? '';
  const id = /^[1-9]\d{0,14}$/.test(idText) ? Number(idText) : null;
  const query = useQuery({ ...oneCardQueries.byId(id ?? 0), enabled: id !== null });
  const [copies, setCopies] = useState<number | null>(1);
  const duplicate = useDuplicateCard();
  const onlineOnly = useOnlineOnly();
  const isWrong = copies === null || copies < 1 || copies > MAX_COPIES;
  const card = query.data;

  if (id === null) {
    return (
      <EmptyState
        icon="copy"
        title="Выберите карточку"
        text="Откройте карточку в списке и нажмите «Дублировать»."
        action={
          <LinkButton to={paths.cards} variant="primary">
            К списку карточек
          </LinkButton>
        }
      />
    );
  }
  if (!card && (query.fetchStatus === 'paused' || (query.error && !query.isFetching))) {
    return <LoadProblem error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <>
      <PageHeader title="Дублировать карточку" />
      <Panel className="mt-4 max-w-2xl">
        {card ? (
          <div className="flex items-center gap-3">
            <CardPhoto src={card.photos[0]} className="h-16 w-12" />
            <div className="min-w-0">
              <Link to={hrefTo.card({ id: card.id })} className="font-medium hover:text-accent-ink">
                {card.title || 'Без названия'}
              </Link>
              <div className="text-sm text-muted">{card.vendorCode}</div>
            </div>
          </div>
        ) : (
          <Skeleton className="h-16 w-full" />
        )}
        <form
          className="mt-5 flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (isWrong || duplicate.isPending) return;
            duplicate.mutate({ id, copies, idempotencyKey: newIdempotencyKey() });
          }}
        >
          <Field label="Сколько копий" error={isWrong ? 'От 1 до 50 копий' : undefined} className="w-40">
            <NumberInput value={copies} onChange={setCopies} />
          </Field>
          <Button
            type="submit"
            variant="primary"
            loading={duplicate.isPending}
            disabledReason={isWrong ? 'Укажите от 1 до 50' : onlineOnly('Копии создаются только при связи')}
          >
            Создать {countOf(copies ?? 0, ['копию', 'копии', 'копий'])}
          </Button>
        </form>
        <p className="mt-2 text-sm text-muted">
          У каждой копии будут свои наименование и артикул продавца; баркоды создаст маркетплейс.
        </p>
      </Panel>
      {duplicate.data ? (
        <Notice
          tone="success"
          className="mt-4 max-w-2xl"
          title={`Создано: ${countOf(duplicate.data.cards.length, ['копия', 'копии', 'копий'])}`}
        >
          <ul className="mt-1 flex flex-col gap-1">
            {duplicate.data.cards.map((copy) => (
              <li key={copy.id}>
                <Link to={hrefTo.card({ id: copy.id })} className="text-accent-ink hover:underline">
                  {copy.title || copy.vendorCode}
                </Link>{' '}
                <span className="text-sm text-muted">{copy.vendorCode}</span>
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </>
  );
}
