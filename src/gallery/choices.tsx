import { useSearchParams } from 'react-router-dom';
import { Checkbox } from '#ui/checkbox.tsx';
import { FilterChip } from '#ui/filter-chip.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Switch } from '#ui/switch.tsx';
import { Tabs } from '#ui/tabs.tsx';
import type { TabItem } from '#ui/tabs.tsx';
import { Held } from './held.tsx';
import { LONG_WORDS, State, type Specimen } from './specimen.tsx';

const HINT = 'Подсказка говорит, что изменится и когда';
const nothing = () => undefined;

function Checkboxes() {
  return (
    <Held<boolean> start>
      {(checked, setChecked) => (
        <>
          <State name="Обычный">
            <Checkbox label="Со скидкой" checked={checked} onChange={setChecked} />
          </State>
          <State name="С подсказкой">
            <Checkbox
              label="Со скидкой"
              hint={HINT}
              checked={!checked}
              onChange={() => setChecked(!checked)}
            />
          </State>
          <State name="Выбраны не все">
            <Checkbox label="Все магазины" isIndeterminate checked={false} onChange={nothing} />
          </State>
          <State name="Выключен">
            <div className="gallery-row">
              <Checkbox label="Нет" disabled checked={false} onChange={nothing} />
              <Checkbox label="Да" disabled checked onChange={nothing} />
              <Checkbox label="Не все" disabled isIndeterminate checked={false} onChange={nothing} />
            </div>
          </State>
          <State name="Без подписи">
            <Checkbox aria-label="Выбрать" checked={checked} onChange={setChecked} />
          </State>
          <State name="Длинная подпись" isWide>
            <Checkbox label={LONG_WORDS} hint={LONG_WORDS} checked={checked} onChange={setChecked} />
          </State>
        </>
      )}
    </Held>
  );
}

const SCHEMES = [
  { value: 'income', label: 'Доходы' },
  { value: 'profit', label: 'Доходы минус расходы', hint: HINT },
  { value: 'none', label: 'Выключен', isDisabled: true },
  { value: 'long', label: LONG_WORDS },
] as const;

function RadioGroups() {
  return (
    <Held<(typeof SCHEMES)[number]['value']> start="income">
      {(value, setValue) => (
        <>
          <State name="Выбран один">
            <RadioGroup label="Налог" value={value} onChange={setValue} options={SCHEMES} />
          </State>
          <State name="Не выбран, без видимой подписи">
            <RadioGroup label="Налог" isLabelHidden value={null} onChange={setValue} options={SCHEMES} />
          </State>
        </>
      )}
    </Held>
  );
}

const PERIODS = [
  { value: 'week', label: 'Неделя' },
  { value: 'month', label: 'Месяц' },
] as const;
const SHOPS = Array.from({ length: 9 }, (_, index) => ({
  value: `${index}`,
  label: `Магазин ${index + 1}`,
}));

function SegmentedControls() {
  return (
    <>
      <Held<(typeof PERIODS)[number]['value']> start="week">
        {(value, setValue) => (
          <>
            <State name="Двое">
              <Segmented label="Период" value={value} onChange={setValue} options={PERIODS} />
            </State>
            <State name="С подписью">
              <Segmented label="Период" isLabelShown value={value} onChange={setValue} options={PERIODS} />
            </State>
          </>
        )}
      </Held>
      <Held start="3">
        {(value, setValue) => (
          <State name="Много" isWide>
            <Segmented label="Магазин" isLabelShown value={value} onChange={setValue} options={SHOPS} />
          </State>
        )}
      </Held>
    </>
  );
}

function Switches() {
  return (
    <Held<boolean> start>
      {(checked, setChecked) => (
        <>
          <State name="Включён и выключен">
            <div className="gallery-row">
              <Switch label="Уведомления" checked={checked} onChange={setChecked} />
              <Switch label="Звук" checked={!checked} onChange={() => setChecked(!checked)} />
            </div>
          </State>
          <State name="Недоступен">
            <div className="gallery-row">
              <Switch label="Уведомления" isDisabled checked onChange={nothing} />
              <Switch label="Звук" isDisabled checked={false} onChange={nothing} />
            </div>
          </State>
          <State name="Длинная подпись" isWide>
            <Switch label={LONG_WORDS} hint={HINT} checked={checked} onChange={setChecked} />
          </State>
        </>
      )}
    </Held>
  );
}

function FilterChips() {
  return (
    <>
      <State name="Не используется">
        <FilterChip label="Магазин" />
      </State>
      <State name="Выбрано">
        <FilterChip label="Магазин" value="Тёплый дом" onRemove={nothing} />
      </State>
      <State name="Снять нельзя">
        <FilterChip label="Период" value="ноябрь" />
      </State>
      <State name="Длинное значение">
        <FilterChip label="Предмет" value={LONG_WORDS} onRemove={nothing} />
      </State>
    </>
  );
}

function TabRows() {
  const [params] = useSearchParams();
  const current = params.get('tab') ?? '0';
  const itemsOf = (items: readonly Pick<TabItem, 'label' | 'count' | 'note' | 'tone'>[]) =>
    items.map((item, index) => ({
      ...item,
      key: `${index}`,
      to: `?tab=${index}`,
      isCurrent: current === `${index}`,
    }));
  return (
    <>
      <State name="Мало" isWide>
        <Tabs label="Мало" isReplacing items={itemsOf([{ label: 'Общее' }, { label: 'Токены' }])} />
      </State>
      <State name="Со счётчиками и словом" isWide>
        <Tabs
          label="Со счётчиками"
          isReplacing
          items={itemsOf([
            { label: 'Все', count: 10_248 },
            { label: 'Готовы', count: 0 },
            { label: 'С ошибками', count: 3, tone: 'red' },
            { label: 'Считаются' },
            { label: 'Новый магазин', note: 'нет токена', tone: 'orange' },
          ])}
        />
      </State>
      <State name="Много" isWide>
        <Tabs label="Много" isReplacing items={itemsOf(SHOPS)} />
      </State>
    </>
  );
}

export const choices: readonly Specimen[] = [
  { names: ['Checkbox'], Show: Checkboxes },
  { names: ['RadioGroup'], Show: RadioGroups },
  { names: ['Segmented'], Show: SegmentedControls },
  { names: ['Switch'], Show: Switches },
  { names: ['FilterChip'], Show: FilterChips },
  { names: ['Tabs'], Show: TabRows },
];
