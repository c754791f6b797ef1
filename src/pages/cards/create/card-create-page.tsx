import { Navigate, useSearchParams } from 'react-router-dom';
import { useEntityOutbox } from '#offline/outbox/use-outbox.ts';
import { hrefTo } from '#lib/paths.ts';
import { NewCard } from './new-card.tsx';

/** A new card; `?step=form` is past the first choice, `?local=-5` is one that waits on this device to be created. */
export function CardCreatePage() {
  const [searchParams] = useSearchParams();
  const text = searchParams.get('local') ?? '';
  const temporaryId = /^-\d{1,16}$/.test(text) ? Number(text) : 0;
  const waiting = useEntityOutbox('card', temporaryId);
  // It was sent while its address was kept: the card has a page of its own now.
  if (temporaryId !== 0 && waiting.realId > 0) {
    return <Navigate to={hrefTo.card({ id: waiting.realId })} replace />;
  }
  // What waits is read from the device a moment after the start: the form begins again with it.
  const isKnown = waiting.records.length > 0;
  const isForm = temporaryId !== 0 || searchParams.get('step') === 'form';
  return <NewCard key={isKnown ? temporaryId : 'new'} temporaryId={temporaryId} isForm={isForm} />;
}
