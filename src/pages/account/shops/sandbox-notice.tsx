import { Notice } from '#ui/notice.tsx';

/** What a person must not expect of a shop that is of the sandbox. */
export function SandboxNotice() {
  return (
    <Notice tone="info" title="Магазин песочницы Wildberries" className="mt-4">
      Карточки, цены и остатки уходят в песочницу: покупатели их не видят. Заказы, продажи и отчёты не
      читаются, акций и аналитики в песочнице нет.
    </Notice>
  );
}
