import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { oneCardQueries } from '#api/one-card.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { paths } from '#lib/paths.ts';
import { CopiesForm } from './copies-form.tsx';

export function CardDuplicatePage() {
  const [searchParams] = useSearchParams();
  const idText = searchParams.get('id') ?? '';
  const id = /^[1-9]\d{0,14}$/.test(idText) ? Number(idText) : null;
  const query = useQuery({ ...oneCardQueries.byId(id ?? 0), enabled: id !== null });
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
      {card ? <CopiesForm key={card.id} card={card} /> : <Skeleton className="mt-4 h-40 w-full" />}
    </>
  );
}
