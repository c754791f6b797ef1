import { useState } from 'react';
import { DateInput } from '#ui/date-input.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Select } from '#ui/select.tsx';
import { Held } from './held.tsx';
import { LONG_WORDS, State, type Specimen } from './specimen.tsx';

function NumberInputs() {
  return (
    <Held<number | null> start={1249.5}>
      {(value, setValue) => (
        <>
          <State name="Рубли">
            <NumberInput aria-label="Рубли" unit="₽" maxDigits={2} value={value} onChange={setValue} />
          </State>
          <State name="Пустое: наберите «−1» или «1.200»">
            <NumberInput aria-label="Пустое" placeholder="0" value={null} onChange={() => undefined} />
          </State>
          <State name="С ошибкой">
            <NumberInput aria-label="С ошибкой" unit="%" isInvalid value={120} onChange={() => undefined} />
          </State>
          <State name="Выключено">
            <NumberInput aria-label="Выключено" disabled unit="см" value={30} onChange={setValue} />
          </State>
        </>
      )}
    </Held>
  );
}

function DateInputs() {
  return (
    <Held start="2026-11-20">
      {(value, setValue) => (
        <>
          <State name="Дата">
            <DateInput aria-label="Дата" value={value} onChange={setValue} />
          </State>
          <State name="Дата, пустая, с ошибкой">
            <DateInput aria-label="Пустая" isInvalid value="" onChange={setValue} />
          </State>
          <State name="Дата, выключена">
            <DateInput aria-label="Выключена" disabled value={value} onChange={setValue} />
          </State>
        </>
      )}
    </Held>
  );
}

const FEW = [
  { value: 'wool', label: 'Шерсть' },
  { value: 'silk', label: LONG_WORDS },
  { value: 'fur', label: 'Мех: нет в справочнике', isDisabled: true },
] as const;
const MANY = Array.from({ length: 60 }, (_, index) => ({ value: `${index}`, label: `Склад ${index + 1}` }));

function Selects() {
  const [fabric, setFabric] = useState<(typeof FEW)[number]['value']>('wool');
  const [stock, setStock] = useState('');
  return (
    <>
      <State name="Обычный">
        <Select aria-label="Обычный" value={fabric} onChange={setFabric} options={FEW} />
      </State>
      <State name="Не выбрано, много">
        <Select
          aria-label="Много"
          placeholder="Выберите склад"
          value={stock}
          onChange={setStock}
          options={MANY}
        />
      </State>
      <State name="С ошибкой, длинное">
        <div className="gallery-narrow">
          <Select aria-label="Длинное" isInvalid value="silk" onChange={setFabric} options={FEW} />
        </div>
      </State>
      <State name="Выключен">
        <Select aria-label="Выключен" disabled value={fabric} onChange={setFabric} options={FEW} />
      </State>
    </>
  );
}

export const valueFields: readonly Specimen[] = [
  { names: ['NumberInput'], Show: NumberInputs },
  { names: ['DateInput'], Show: DateInputs },
  { names: ['Select'], Show: Selects },
];
