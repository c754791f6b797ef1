import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { FullPageSpinner } from '#ui/full-page-spinner.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Skeleton, SkeletonRows } from '#ui/skeleton.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { LONG_WORDS, State, type Specimen } from './specimen.tsx';

const BARS = ['accent', 'green', 'orange', 'red'] as const;

function Spinners() {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <State name="16 и 36">
        <div className="gallery-row">
          <Spinner />
          <Spinner size={36} label="Загрузка" />
        </div>
      </State>
      <State name="Во всё окно">
        <Button onClick={() => setShown(!isShown)}>Открыть во всё окно</Button>
      </State>
      {isShown ? <FullPageSpinner /> : null}
    </>
  );
}

function ProgressBars() {
  return (
    <>
      {BARS.map((tone) => (
        <State key={tone} name={tone} isWide>
          <ProgressBar label="Карточки" done={46} total={120} tone={tone} hasCaption />
        </State>
      ))}
      <State name="Начало, конец, ничего, больше всего; без подписи" isWide>
        <div style={{ display: 'grid', gap: 8 }}>
          <ProgressBar label="Начало" done={0} total={48} />
          <ProgressBar label="Конец" done={48} total={48} tone="green" />
          <ProgressBar label="Ничего" done={0} total={0} />
          <ProgressBar label="Больше всего" done={50} total={48} />
        </div>
      </State>
      <State name="Длинная подпись" isWide>
        <ProgressBar label={`${LONG_WORDS} ${LONG_WORDS}`} done={10_240} total={10_248} hasCaption />
      </State>
    </>
  );
}

function Skeletons() {
  return (
    <>
      <State name="Одна полоса" isWide>
        <Skeleton />
      </State>
      <State name="Строки таблицы" isWide>
        <DataTable label="Загружается">
          <tbody>
            <SkeletonRows count={3} columns={[{}, {}, { align: 'end' }]} rowHeightPx={40} />
          </tbody>
        </DataTable>
      </State>
    </>
  );
}

export const waiting: readonly Specimen[] = [
  { names: ['Spinner', 'FullPageSpinner'], Show: Spinners },
  { names: ['ProgressBar'], Show: ProgressBars },
  { names: ['Skeleton', 'SkeletonRows'], Show: Skeletons },
];
