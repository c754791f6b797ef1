import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router-dom';
import { z } from 'zod/mini';
import { oneCardQueries } from '#api/one-card.ts';
import { cardSelectionSchema } from '#contract/card-operations.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { paths } from '#lib/paths.ts';
import { CopiesForm } from './copies-form.tsx';
import { CopiesOfMany } from './copies-of-many.tsx';

const carriedSchema = z.object({ selection: cardSelectionSchema });

export function CardDuplicatePage() {
  const [searchParams] = useSearchParams();
  const idText = searchParams.get('id') ?? '';
  const id = /^[1-9]\d{0,14}$/.test(idText) ? Number(idText) : null;
  const query = useQuery({ ...oneCardQueries.byId(id ?? 0), enabled: id !== null });
  const card = query.data;
  // The choice comes with the way here and stays with it, over a reload too.
  const carried = carriedSchema.safeParse(useLocation().state);

  if (id === null && carried.success) {
    return (
      <>
        <PageHeader title="Дублировать карточки" />
        <CopiesOfMany selection={carried.data.selection} />
      </>
    );
  }
  if (id === null) {
    return (
      <EmptyState
        icon="copy"
        title="Выберите карточки"
        text="Выберите карточки в списке или откройте одну и нажмите «Дублировать»."
        action={
          <LinkButton to={paths.cards} variant="primary">
            К списку карточек
          </LinkButton>
        }
      />
    );
  }
  if (!card && isStuck(query)) {
    return (
      <LoadProblem
        error={query.error}
        onRetry={() => void query.refetch()}
        missing={
          <EmptyState
            icon="search"
            title="Карточка не найдена"
            text="Возможно, её удалили или она в другом кабинете."
            action={
              <LinkButton to={paths.cards} variant="primary">
                К списку карточек
              </LinkButton>
            }
          />
        }
      />
    );
  }
  return (
    <>
      <PageHeader title="Дублировать карточку" />
      {card ? <CopiesForm key={card.id} card={card} /> : <Skeleton className="mt-4 h-40 w-full" />}
    </>
  );
}
