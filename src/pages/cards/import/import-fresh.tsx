import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { importQueries } from '#api/imports.ts';
import type { CardImport } from '#contract/imports.ts';
import { countOf } from '#lib/plurals.ts';
import { showMoreText } from '#lib/show-more-text.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CARD_FORMS, meaningsOf, OFFLINE_TEXT } from './import-texts.ts';

const FIRST_SHOWN = 5;

/** Which cards there would be beside those that there are: an article with a slip in it would make one more. */
export function ImportFresh({ table }: { table: CardImport }) {
  const { id, state, counts } = table;
  const [isOpen, setOpen] = useState(false);
  const isAsked = (state === 'READY' || state === 'STOPPED') && counts.fresh > 0;
  const query = useQuery({ ...importQueries.rows(id, 'FRESH', counts), enabled: isAsked });
  if (!isAsked || query.data?.length === 0) return null;
  const { data: rows = [] } = query;
  const meanings = meaningsOf(table);
  const code = meanings.indexOf('vendorCode');
  const title = meanings.indexOf('title');
  // A card may have several rows.
  const known = [
    ...new Map(rows.toReversed().map((row) => [codeOf(row.cells[code]), row])).values(),
  ].toSorted((one, other) => one.line - other.line);
  const cards = known.slice(0, isOpen ? known.length : FIRST_SHOWN);
  const moreCount = known.length - cards.length;
  const restCount = counts.fresh - cards.length;
  return (
    <Panel isFlush title="Новые карточки">
      <p className="px-4 pb-3 text-sm text-muted md:px-5">
        Карточек с такими артикулами ещё нет. Если артикул написан с ошибкой, исправьте его в файле и
        загрузите файл ещё раз.
      </p>
      {query.data === undefined && isStuck(query) ? (
        <LoadProblem error={query.error} onRetry={() => void query.refetch()} offlineText={OFFLINE_TEXT} />
      ) : null}
      {query.data === undefined && !isStuck(query) ? <Skeleton className="mx-4 mb-4 h-24" /> : null}
      {cards.length > 0 ? (
        <ul aria-label="Новые карточки">
          {cards.map(({ line, cells }) => (
            <li key={line} className="border-t border-line-soft px-4 py-2 wrap-anywhere md:px-5">
              {cells[code]} <span className="text-muted">{cells[title]}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {rows.length > 0 && restCount > 0 ? (
        <p className="border-t border-line-soft px-4 py-2 text-muted md:px-5">
          {moreCount === 0 ? (
            `…и ещё ${countOf(restCount, CARD_FORMS)}`
          ) : (
            <Button size="sm" onClick={() => setOpen(true)}>
              {showMoreText(moreCount, restCount)}
            </Button>
          )}
        </p>
      ) : null}
    </Panel>
  );
}

const codeOf = (cell = '') => cell.replace(/\s+/g, ' ').toLowerCase();
