import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shipmentQueries } from '#api/shipments.ts';
import type { Shipment, ShipmentItemError } from '#contract/shipments.ts';
import { pluralForm } from '#contract/plurals.ts';
import { countOf } from '#lib/plurals.ts';
import { hrefTo } from '#lib/paths.ts';
import { showMoreText } from '#lib/show-more-text.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

const CARDS = ['карточка', 'карточки', 'карточек'] as const;
/** A shipment of ten thousand may fail in all of them. */
const FIRST_SHOWN = 5;
const MORE_SHOWN = 50;

/** Errors of one cause stand together: one mend often helps them all. */
export function ShipmentErrors({ shipment }: { shipment: Shipment }) {
  const query = useQuery(shipmentQueries.errors(shipment.id));
  if (!query.data) {
    return isStuck(query) ? (
      <LoadProblem error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton className="mt-5 h-24 w-full" />
    );
  }
  const causes = groupByCause(query.data);
  if (causes.length === 0) return null;
  return (
    <section className="mt-5">
      <h3 className="mb-2 text-base">
        Ошибки · {causes.length} {pluralForm(causes.length, ['причина', 'причины', 'причин'])}
      </h3>
      <div className="flex flex-col gap-2">
        {causes.map((cause) => (
          <ErrorCause key={cause.message} cause={cause} shipmentId={shipment.id} />
        ))}
      </div>
    </section>
  );
}

interface Cause {
  message: string;
  errors: ShipmentItemError[];
}

function ErrorCause({ cause, shipmentId }: { cause: Cause; shipmentId: number }) {
  const [shownCount, setShownCount] = useState(FIRST_SHOWN);
  const hidden = cause.errors.length - shownCount;
  const requestId = cause.errors.findLast((error) => error.requestId !== undefined)?.requestId;
  return (
    <div className="rounded-control border border-red-line bg-red-soft p-3">
      <p className="font-medium break-words text-red">
        {cause.message}
        {cause.errors.length > 1 ? (
          <span className="font-normal whitespace-nowrap"> · {countOf(cause.errors.length, CARDS)}</span>
        ) : null}
      </p>
      <ul className="mt-2 flex flex-col gap-2">
        {cause.errors.slice(0, shownCount).map((error) => (
          // With large letters the button goes below: beside it nothing would be left of the title.
          <li key={error.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="w-1/2 min-w-0 grow">
              <span className="block truncate" title={error.title}>
                {error.title || error.vendorCode}
              </span>
              <span className="block truncate text-sm text-muted">
                {error.vendorCode} · {error.shopName}
              </span>
            </span>
            <LinkButton size="sm" to={mendAddress(error, shipmentId)} className="shrink-0">
              Исправить
            </LinkButton>
          </li>
        ))}
      </ul>
      {hidden > 0 ? (
        <Button
          size="sm"
          variant="ghost"
          className="mt-2 -ml-2"
          onClick={() => setShownCount(shownCount + MORE_SHOWN)}
        >
          {showMoreText(MORE_SHOWN, hidden)}
        </Button>
      ) : null}
      {requestId ? (
        <p className="mt-2 text-sm text-muted">
          Номер запроса для поддержки Wildberries:{' '}
          <span className="inline-block max-w-full break-all">
            {requestId} <CopyButton text={requestId} what="номер запроса" />
          </span>
        </p>
      ) : null}
    </div>
  );
}

/**
 * Opens the card at the field that the marketplace complains of, with what it said, or the tokens of the shop when it is
 * not the card's fault.
 */
function mendAddress({ id, cardId, shopId, code, field }: ShipmentItemError, shipmentId: number): string {
  if (code === 'token') return hrefTo.shopTokens(shopId);
  return hrefTo.card({ id: cardId, ...(field && { field }), shipment: shipmentId, error: id });
}

function groupByCause(errors: readonly ShipmentItemError[]): Cause[] {
  const byMessage = new Map<string, ShipmentItemError[]>();
  for (const error of errors) {
    const same = byMessage.get(error.message);
    if (same) same.push(error);
    else byMessage.set(error.message, [error]);
  }
  return [...byMessage].map(([message, same]) => ({ message, errors: same }));
}
