import { Spinner } from '#ui/spinner.tsx';

/** While a page's own code is on its way. It is quick, so that nothing is shown unless it is not. */
export function PageLoading() {
  return (
    <div className="flex justify-center p-page pt-32 text-accent">
      <span className="animate-appear-late">
        <Spinner size={28} label="Загрузка страницы" />
      </span>
    </div>
  );
}
