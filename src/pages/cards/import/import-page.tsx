import { useSearchParams } from 'react-router-dom';
import { useFocusOfNewState } from '#parts/use-focus-of-new-state.ts';
import { ImportList } from './import-list.tsx';
import { KnownImport } from './known-import.tsx';
import { NewImport } from './new-import.tsx';

/** Cards from a file: a table that the server keeps until its cards are there; without `?id=` a new one, and the last. */
export function ImportPage() {
  const [searchParams] = useSearchParams();
  const id = Number(searchParams.get('id') ?? '');
  const isKnown = Number.isSafeInteger(id) && id > 0;
  // The button that chose the file is gone with the page that had it.
  useFocusOfNewState(isKnown ? String(id) : 'none');
  if (isKnown) return <KnownImport key={id} id={id} />;
  return (
    <div className="flex flex-col gap-4">
      <NewImport />
      <ImportList />
    </div>
  );
}
