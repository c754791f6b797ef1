import { paths } from '#lib/paths.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';

interface NoShopsProps {
  /** What will stand here, and which token it needs. */
  text: string;
}

/** In place of what is read from shops, in an account that has none yet: the way on is to add one. */
export function NoShops({ text }: NoShopsProps) {
  return (
    <EmptyState
      icon="plus"
      title="Магазинов пока нет"
      text={text}
      action={
        <LinkButton to={paths.shops} variant="primary">
          Добавить магазин
        </LinkButton>
      }
    />
  );
}
