import type { StockSendResult } from '#contract/warehouses.ts';
import { countOf } from '#lib/plurals.ts';
import { Notice } from '#ui/notice.tsx';

const ROWS = ['остаток', 'остатка', 'остатков'] as const;

/** What came of sending stocks: how many the marketplace confirmed, and why the rest was not taken. */
export function StockSendResultNotice({ result }: { result: StockSendResult }) {
  if (result.failed === 0) {
    return (
      <Notice tone="success" className="mt-4">
        Отправлено и подтверждено: {countOf(result.sent, ROWS)}.
      </Notice>
    );
  }
  return (
    <Notice tone="error" className="mt-4" title={`Отправлено: ${result.sent}, не принято: ${result.failed}`}>
      <ul className="mt-1 list-disc pl-4 text-sm">
        {result.errors.slice(0, 10).map((error) => (
          <li key={`${error.warehouseName}-${error.vendorCode}-${error.detail}`}>
            {error.warehouseName}, {error.vendorCode}: {error.detail}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
