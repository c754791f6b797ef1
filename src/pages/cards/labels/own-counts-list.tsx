import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { labelQueries } from '#api/labels.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { LabelRow } from '#contract/labels.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { useDebouncedText } from '#parts/use-debounced-text.ts';
import { Button } from '#ui/button.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { LabelDraft } from './label-fields.tsx';
import { isCount, pastedCounts, withOwnCount, type OwnCounts, type PastedCounts } from './own-counts.ts';

const SEARCH_DELAY_MS = 200;
/** So many are looked through faster than a word is typed. */
const FEW_ROWS = 12;
const NUMBERS = ['число', 'числа', 'чисел'] as const;
const OF_BARCODES = ['баркода', 'баркодов', 'баркодов'] as const;

interface OwnCountsListProps {
  selection: CardSelection;
  draft: LabelDraft;
  own: OwnCounts;
  onChange: (own: OwnCounts) => void;
}

/** The barcodes of the chosen cards, each with a field: empty is as the others, whose number it shows, 0 leaves the barcode out. */
export function OwnCountsList({ selection, draft, own, onChange }: OwnCountsListProps) {
  const [search, setSearch] = useState('');
  const [text, type] = useDebouncedText(search, setSearch, SEARCH_DELAY_MS);
  const [pasted, setPasted] = useState<PastedCounts | null>(null);
  const { shopId, count } = draft;
  const query = useInfiniteQuery(labelQueries.rows({ selection, shopId, search }));
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const isLong = query.hasNextPage || (rows?.length ?? 0) > FEW_ROWS;
  const change = (next: OwnCounts) => {
    setPasted(null);
    onChange(next);
  };
  const paste = (clipboard: string, index: number): boolean => {
    const block = pastedCounts(clipboard, rows ?? [], index);
    if (block === null) return false;
    onChange(new Map([...own, ...block.counts]));
    setPasted(block);
    return true;
  };
  return (
    <section aria-label="Своё число" className="flex min-w-0 flex-col gap-2">
      {isLong || text !== '' ? (
        <SearchInput
          label="Поиск среди выбранных"
          placeholder="Название, артикул или баркод"
          value={text}
          onChange={type}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      ) : null}
      {query.isError ? <LoadProblem error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Skeleton className="h-40 w-full" /> : null}
      {rows?.length === 0 && !query.hasNextPage ? (
        <p className="text-muted">{search === '' ? 'Баркодов нет.' : 'Среди выбранных ничего не нашлось.'}</p>
      ) : null}
      <div className="-mx-2 max-h-72 overflow-y-auto px-2">
        <ul aria-label="Этикеток у баркодов" className="divide-y divide-line-soft">
          {rows?.map((row, index) => (
            <OwnCountRow
              // Two sizes may have one barcode by mistake.
              key={`${index} ${row.cardId} ${row.barcode}`}
              row={row}
              copies={own.get(row.barcode) ?? null}
              common={count.kind === 'EACH' ? count.copies : row.stock}
              onChange={(copies) => change(withOwnCount(own, row.barcode, copies))}
              onPaste={(clipboard) => paste(clipboard, index)}
            />
          ))}
        </ul>
        {query.hasNextPage ? (
          <Button
            size="sm"
            className="mt-2"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Показать ещё
          </Button>
        ) : null}
      </div>
      <div aria-live="polite" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {own.size > 0 ? (
          <>
            <p>Своё число у {countOf(own.size, OF_BARCODES)}</p>
            <Button size="sm" variant="ghost" onClick={() => change(new Map())}>
              Сбросить
            </Button>
          </>
        ) : null}
        {pasted ? <p className="text-ink-2">{pastedText(pasted)}</p> : null}
      </div>
      <p className="text-sm text-muted">
        Пустое поле — как у всех, 0 — не печатать. Из таблицы можно вставить столбец чисел или два столбца:
        баркод и количество.
      </p>
    </section>
  );
}

interface OwnCountRowProps {
  row: LabelRow;
  /** null: as the others. */
  copies: number | null;
  common: number | null;
  onChange: (copies: number | null) => void;
  /** False: the field takes the text by itself. */
  onPaste: (text: string) => boolean;
}

function OwnCountRow({ row, copies, common, onChange, onPaste }: OwnCountRowProps) {
  const { title, vendorCode, size, barcode } = row;
  return (
    <li className="flex items-center gap-3 py-1.5">
      <div className="min-w-0 grow">
        <p className="truncate" title={title}>
          {title}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {[size, vendorCode, barcode].filter((part) => part !== '').join(' · ')}
        </p>
      </div>
      <NumberInput
        aria-label={`Этикеток: ${[title, size, barcode].filter((part) => part !== '').join(', ')}`}
        className="w-20 shrink-0"
        placeholder={common === null ? '' : formatInteger(common)}
        value={copies}
        onChange={onChange}
        onKeyDown={goOn}
        onPaste={(event) => {
          if (onPaste(event.clipboardData.getData('text/plain'))) event.preventDefault();
        }}
        isInvalid={copies !== null && !isCount(copies)}
      />
    </li>
  );
}

const STEPS: Record<string, number> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/** Down and up the column as in a table; Enter makes no file of numbers that are still being set. */
function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const fields = [...(event.currentTarget.closest('ul')?.querySelectorAll('input') ?? [])];
  const next = fields[fields.indexOf(event.currentTarget) + step];
  next?.focus();
  next?.select();
}

function pastedText({ counts, cutCount, wrongCount }: PastedCounts): string {
  const cut = cutCount > 0 ? ' Остальным не хватило строк: покажите ещё и вставьте их там.' : '';
  const wrong = wrongCount > 0 ? ` Не число от 0 до 1000: ${countOf(wrongCount, CELLS)}.` : '';
  return `Вставлено: ${countOf(counts.size, NUMBERS)}.${cut}${wrong}`;
}

const CELLS = ['ячейка', 'ячейки', 'ячеек'] as const;
