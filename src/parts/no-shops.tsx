import type { ReactNode } from 'react';
import { paths } from '#lib/paths.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';

interface NoShopsProps {
  /** What will stand here, and which token it needs. */
  text: string;
  /** Where shops are added, the button that does it. */
  action?: ReactNode;
}

/** In place of what is read from shops, in an account that has none yet: the way on is to add one. */
export function NoShops({ text, action }: NoShopsProps) {
  return (
    <EmptyState
      icon="plus"
      title="Магазинов пока нет"
      text={text}
      action={
        action ?? (
          <LinkButton to={paths.shops} variant="primary">
            Добавить магазин
          </LinkButton>
        )
      }
    />
  );
}
