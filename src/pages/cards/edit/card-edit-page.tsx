import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { oneCardQueries } from '#api/one-card.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { paths } from '#lib/paths.ts';
import { CardEditor } from './card-editor.tsx';

/** `?id=17`, or `?nmId=218734501` for links that come from the marketplace. */
export function CardEditPage() {
  const [searchParams] = useSearchParams();
  const id = parseNumber(searchParams.get('id'), 15);
  const nmId = parseNumber(searchParams.get('nmId'), 12);
  const found = useQuery({ ...oneCardQueries.byNmId(nmId ?? 0), enabled: id === null && nmId !== null });
  const cardId = id ?? found.data?.results[0]?.id ?? null;
  const card = useQuery({ ...oneCardQueries.byId(cardId ?? 0), enabled: cardId !== null });

  if (id === null && nmId === null) {
    return <NoCard text="В адресе нет номера карточки." />;
  }
  if (cardId === null && found.data) {
    return <NoCard text={`Карточки с артикулом WB ${nmId} в ваших магазинах нет.`} />;
  }
  const query = cardId === null ? found : card;
  if (card.data) return <CardEditor key={card.data.id} card={card.data} query={card} />;
  if (isStuck(query)) {
    return (
      <LoadProblem
        error={query.error}
        onRetry={() => void query.refetch()}
        missing={<NoCard text="Возможно, её удалили или она в другом кабинете." />}
      />
    );
  }
  return <LoadingCard />;
}

function NoCard({ text }: { text: string }) {
  return (
    <>
      <PageHeader title="Карточка" />
      <EmptyState
        icon="search"
        title="Карточка не найдена"
        text={text}
        action={
          <LinkButton to={paths.cards} variant="primary">
            К списку карточек
          </LinkButton>
        }
      />
    </>
  );
}

function LoadingCard() {
  return (
    <div aria-busy aria-label="Загрузка карточки">
      <Skeleton className="h-12 w-1/2" />
      <Skeleton className="mt-5 h-10 w-full" />
      <div className="mt-5 grid gap-5 lg:grid-cols-[minmax(0,1fr)_23.75rem]">
        <Skeleton className="h-96 w-full" />
        <Skeleton className="h-72 w-full" />
      </div>
    </div>
  );
}

function parseNumber(text: string | null, maxDigits: number): number | null {
  return text !== null && text.length <= maxDigits && /^[1-9]\d*$/.test(text) ? Number(text) : null;
}
