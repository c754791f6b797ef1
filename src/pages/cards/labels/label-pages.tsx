import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { labelQueries } from '#api/labels.ts';
import type { LabelsInput, LabelsPreview } from '#contract/labels.ts';
import { formatInteger } from '#lib/numbers.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { LabelPage } from './label-page.tsx';

interface LabelPagesProps {
  input: LabelsInput;
  pageCount: number;
  first: NonNullable<LabelsPreview['page']>;
}

/** The pages of the file, one at a time; the first came with the numbers. */
export function LabelPages({ input, pageCount, first }: LabelPagesProps) {
  const [number, setNumber] = useState(1);
  const { data, error, isFetching, refetch } = useQuery({
    ...labelQueries.page(input, number),
    enabled: number > 1,
  });
  const page = number > 1 ? (data?.page ?? first) : first;
  return (
    <figure className="m-0 flex flex-col gap-1.5" aria-busy={isFetching}>
      {error && number > 1 && !isFetching ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <LabelPage page={page} name={`${nameOf(page.number)} файла: ${firstLines(page)}`} />
      )}
      {pageCount > 1 ? <Pager number={number} count={pageCount} onChange={setNumber} /> : null}
      <figcaption className="text-sm text-muted">
        Печатайте в размере 100&nbsp;%, без «по размеру страницы».
      </figcaption>
    </figure>
  );
}

function nameOf(number: number): string {
  return number === 1 ? 'Первая страница' : `Страница ${number}`;
}

interface PagerProps {
  number: number;
  count: number;
  onChange: (number: number) => void;
}

function Pager({ number, count, onChange }: PagerProps) {
  return (
    <fieldset aria-label="Страницы файла" className="flex items-center justify-center gap-2">
      <IconButton
        icon="chevron-left"
        label="Предыдущая страница"
        size="sm"
        disabledReason={number === 1 ? 'это первая' : null}
        onClick={() => onChange(number - 1)}
      />
      <span className="flex items-center gap-2 tabular-nums">
        <span aria-hidden>Страница</span>
        <NumberInput
          aria-label={`Страница из ${formatInteger(count)}`}
          className="w-20"
          value={number}
          onChange={(wanted) => {
            if (wanted !== null && wanted >= 1 && wanted <= count) onChange(wanted);
          }}
          onKeyDown={(event) => {
            // Enter turns the page; the file is made by its button.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <span aria-hidden className="whitespace-nowrap">
          из {formatInteger(count)}
        </span>
      </span>
      <IconButton
        icon="chevron-right"
        label="Следующая страница"
        size="sm"
        disabledReason={number >= count ? 'это последняя' : null}
        onClick={() => onChange(number + 1)}
      />
    </fieldset>
  );
}

function firstLines({ drawings }: NonNullable<LabelsPreview['page']>): string {
  return drawings[0]?.lines.map(({ text }) => text).join(', ') ?? '';
}
