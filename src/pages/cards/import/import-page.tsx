import { useSearchParams } from 'react-router-dom';
import { ImportList } from './import-list.tsx';
import { KnownImport } from './known-import.tsx';
import { NewImport } from './new-import.tsx';

/** Cards from a file: a table that the server keeps until its cards are there; without `?id=` a new one, and the last. */
export function ImportPage() {
  const [searchParams] = useSearchParams();
  const id = Number(searchParams.get('id') ?? '');
  if (Number.isSafeInteger(id) && id > 0) return <KnownImport key={id} id={id} />;
  return (
    <div className="flex flex-col gap-4">
      <NewImport />
      <ImportList />
    </div>
  );
}
