import type { CleaningPreview, CleaningResult } from '#contract/warehouses.ts';
import { formatAsOf } from '#lib/dates.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { Notice } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';

const ROWS = ['строка', 'строки', 'строк'] as const;

/** While the warehouses are read: what the server knew before, and how old that is. */
export function LastRead({ preview }: { preview: CleaningPreview }) {
  return (
    <div aria-live="polite" className="flex flex-col gap-2">
      <p className="flex items-center gap-2">
        <Spinner />
        Читаем остатки на складах маркетплейса…
      </p>
      <p className="text-muted">
        {preview.readAt ? `По данным на ${formatAsOf(preview.readAt)}` : 'По прежним данным'}:{' '}
        {preview.rows === 0 ? 'остатков нет.' : amounts(preview)}
      </p>
    </div>
  );
}

/** What will happen, in numbers that were read just now. */
export function CleaningForecast({ preview }: { preview: CleaningPreview }) {
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      {preview.rows === 0 ? (
        <p>На складах группы и так нет остатков.</p>
      ) : (
        <p>
          Остатки станут нулевыми сразу на Wildberries: {countOf(preview.rows, ROWS)}&nbsp;—{' '}
          {countOf(preview.cards, ['карточка', 'карточки', 'карточек'])} на{' '}
          {countOf(preview.warehouses, ['складе', 'складах', 'складах'])}, всего{' '}
          {formatInteger(preview.units)}&nbsp;шт. Отменить это нельзя: прежние остатки придётся вводить
          заново.
        </p>
      )}
      <Unread places={preview.unread} />
    </div>
  );
}

/** What came of it, and what the warehouses still hold. */
export function CleaningReport({ result }: { result: CleaningResult }) {
  const { sent, failed, errors, units, left, unread } = result;
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      {sent > 0 ? (
        <Notice tone="success">
          Обнулено: {countOf(sent, ROWS)}
          {units === undefined ? null : <>, {formatInteger(units)}&nbsp;шт.</>}
          {left?.rows === 0 && !unread?.length ? ' На складах группы остатков не осталось.' : null}
        </Notice>
      ) : null}
      {failed > 0 ? (
        <Notice tone="error" title={`Не обнулено: ${countOf(failed, ROWS)}`}>
          <ul className="mt-1 flex flex-col gap-1">
            {errors.map(({ warehouseName, vendorCode, detail }) => (
              <li key={`${warehouseName} ${vendorCode} ${detail}`}>
                {vendorCode}, {warehouseName}: {detail}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {left && left.rows > 0 ? (
        <Notice tone="warning" title={`На складах осталось: ${amounts(left)}`}>
          Покупатели могут заказать этот товар. Попробуйте ещё раз или обнулите остатки в кабинете
          маркетплейса.
        </Notice>
      ) : null}
      <Unread places={unread} />
    </div>
  );
}

function Unread({ places = [] }: { places: CleaningPreview['unread'] }) {
  if (places.length === 0) return null;
  return (
    <Notice tone="warning" title="Прочитано не всё: там могут быть и другие остатки">
      <ul className="mt-1 flex flex-col gap-1">
        {places.map(({ shopName, warehouseName, detail }) => (
          <li key={`${shopName} ${warehouseName}`}>
            {shopName}, {warehouseName ?? 'новые карточки'}: {detail}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function amounts({ rows, units }: { rows: number; units: number }): string {
  return `${countOf(rows, ROWS)}, ${formatInteger(units)}\u00a0шт.`;
}
