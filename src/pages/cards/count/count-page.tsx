import { useSearchParams } from 'react-router-dom';
import { CountList } from './count-list.tsx';
import { CountSheet } from './count-sheet.tsx';

/** A warehouse is counted by hand; without `?id=` the counts of this device and a new one. */
export function CountPage() {
  const [searchParams] = useSearchParams();
  const id = searchParams.get('id') ?? '';
  return id === '' ? <CountList /> : <CountSheet key={id} id={id} />;
}
