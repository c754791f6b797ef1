import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { cardTagQueries } from '#api/card-form.ts';
import { Button } from '#ui/button.tsx';
import { DateInput } from '#ui/date-input.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import type { CardRanges } from './card-list-address.ts';
import { TagChoice } from './tag-choice.tsx';

interface RangeChoiceProps {
  ranges: CardRanges;
  /** Asked for whole: a list for each key would be asked for nothing. */
  onChange: (ranges: CardRanges) => void;
}

type PercentName = Extract<keyof CardRanges, `${string}Percent`>;
type Draft = { [Name in keyof CardRanges]-?: NonNullable<CardRanges[Name]> | null };

const EMPTY: Draft = {
  priceFromKopecks: null,
  priceToKopecks: null,
  marginFromPercent: null,
  marginToPercent: null,
  filledFromPercent: null,
  filledToPercent: null,
  updatedFrom: null,
  updatedTo: null,
  tag: null,
  wbTag: null,
};

/** From – to of what the other filters do not name. */
export function RangeChoice({ ranges, onChange }: RangeChoiceProps) {
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, ...ranges });
  const { data: usedTags = [] } = useQuery(cardTagQueries.used());
  const { data: usedWbTags = [] } = useQuery(cardTagQueries.usedAtWb());
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const isTurned =
    isLess(draft.priceToKopecks, draft.priceFromKopecks) ||
    isLess(draft.marginToPercent, draft.marginFromPercent) ||
    isLess(draft.filledToPercent, draft.filledFromPercent) ||
    isLess(draft.updatedTo, draft.updatedFrom);

  const kopecksField = (label: string, name: 'priceFromKopecks' | 'priceToKopecks') => (
    <NumberInput
      aria-label={label}
      placeholder={label.split(' ').at(-1)}
      unit="₽"
      maxDigits={2}
      value={draft[name] === null ? null : draft[name] / 100}
      onChange={(roubles) => change({ [name]: roubles === null ? null : Math.round(roubles * 100) })}
      className="min-w-0 flex-1"
    />
  );
  const percentField = (label: string, name: PercentName) => (
    <NumberInput
      aria-label={label}
      placeholder={label.split(' ').at(-1)}
      unit="%"
      canBeNegative={name.startsWith('margin')}
      value={draft[name]}
      onChange={(percent) => change({ [name]: percent })}
      className="min-w-0 flex-1"
    />
  );
  const dayField = (label: string, name: 'updatedFrom' | 'updatedTo') => (
    <DateInput
      aria-label={label}
      value={draft[name] ?? ''}
      onChange={(day) => change({ [name]: day === '' ? null : day })}
      className="min-w-38 flex-1"
    />
  );

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isTurned) onChange(withoutEmpty(draft));
      }}
    >
      <Range title="Цена со скидкой">
        {kopecksField('Цена от', 'priceFromKopecks')}
        {kopecksField('Цена до', 'priceToKopecks')}
      </Range>
      <Range
        title="Маржа до комиссии"
        hint="Без комиссии, логистики и налогов. Карточки без себестоимости не подойдут"
      >
        {percentField('Маржа от', 'marginFromPercent')}
        {percentField('Маржа до', 'marginToPercent')}
      </Range>
      <Range title="Заполнено" hint="Сколько процентов карточки заполнено, как в её редакторе">
        {percentField('Заполнено от', 'filledFromPercent')}
        {percentField('Заполнено до', 'filledToPercent')}
      </Range>
      <Range title="Обновлена">
        {dayField('Обновлена с', 'updatedFrom')}
        {dayField('Обновлена по', 'updatedTo')}
      </Range>
      <TagChoice
        title="Ярлыки"
        used={usedTags}
        chosen={draft.tag ?? []}
        onChange={(tag) => change({ tag: tag.length > 0 ? tag : null })}
      />
      <TagChoice
        title="Ярлыки WB"
        used={usedWbTags}
        chosen={draft.wbTag ?? []}
        onChange={(wbTag) => change({ wbTag: wbTag.length > 0 ? wbTag : null })}
      />
      <div className="sticky -bottom-4 -mx-4 -mb-4 flex gap-2 border-t border-line-soft bg-panel px-4 py-3">
        <Button
          type="submit"
          variant="primary"
          size="sm"
          disabledReason={isTurned ? 'Начало больше конца: поменяйте их местами' : null}
        >
          Показать
        </Button>
        <Button size="sm" variant="ghost" onClick={() => onChange({})}>
          Очистить
        </Button>
      </div>
    </form>
  );
}

function Range({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    // Browsers give a fieldset the width of its content at least.
    <fieldset>
      <legend className="mb-1.5 font-medium">{title}</legend>
      <div className="flex flex-wrap items-start gap-2">{children}</div>
      {hint ? <p className="mt-1.5 text-sm text-muted">{hint}</p> : null}
    </fieldset>
  );
}

function isLess<Value extends number | string>(value: Value | null, than: Value | null): boolean {
  return value !== null && than !== null && value < than;
}

function withoutEmpty(draft: Draft): CardRanges {
  // What is left has values of its own types.
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null)) as CardRanges;
}
