import { Spinner } from './spinner.tsx';

/** Fills the window. Only for what nothing can be shown without. */
export function FullPageSpinner({ label = 'Загрузка' }: { label?: string }) {
  return (
    <div className="flex min-h-dvh items-center justify-center text-accent">
      <span className="animate-appear-late">
        <Spinner size={36} label={label} />
      </span>
    </div>
  );
}
