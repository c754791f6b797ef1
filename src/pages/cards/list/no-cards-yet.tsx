import { useQuery } from '@tanstack/react-query';
import { userQueries } from '#api/users.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { paths } from '#lib/paths.ts';

/** An account's list before its first card. Without a shop a card has nowhere to go, and the shop may bring its own. */
export function NoCardsYet() {
  const { data: profile } = useQuery(userQueries.me());
  if (profile?.shops.length === 0) {
    return (
      <EmptyState
        icon="link"
        title="Карточек пока нет"
        text="Сначала добавьте магазин: карточки, которые в нём уже есть, загрузятся сами."
        action={
          <>
            <LinkButton to={paths.shops} variant="primary">
              Добавить магазин
            </LinkButton>
            <LinkButton to={paths.cardCreate}>Создать карточку</LinkButton>
          </>
        }
      />
    );
  }
  return (
    <EmptyState
      icon="table"
      title="Карточек пока нет"
      text="Создайте первую карточку или возьмите её из своего магазина по артикулу WB."
      action={
        <LinkButton to={paths.cardCreate} variant="primary">
          Создать карточку
        </LinkButton>
      }
    />
  );
}
