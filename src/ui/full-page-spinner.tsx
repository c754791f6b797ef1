import { Spinner } from './spinner.tsx';

/** Fills the window. Only for what nothing can be shown without. */
export function FullPageSpinner({ label = 'Загрузка' }: { label?: string }) {
  return (
    <div className="flex min-h-dvh items-center justify-center text-accent">
      <Spinner size={36} label={label} />
    </div>
  );
}
