import { ComboInput } from '#ui/combo-input.tsx';
import { Field } from '#ui/field.tsx';
import { TokenInput } from '#ui/token-input.tsx';
import { Held } from './held.tsx';
import { LONG_CODE, LONG_WORDS, State, type Specimen } from './specimen.tsx';

const GROUPS = [
  {
    label: 'Справочник',
    options: [
      { value: 'белый' },
      { value: 'хаки', note: 'зеленый' },
      { value: LONG_WORDS, note: 'длинное' },
      ...Array.from({ length: 60 }, (_, index) => ({ value: `цвет ${index + 1}` })),
    ],
  },
  { label: 'Уже было', options: [{ value: 'белый с ручкой' }, { value: LONG_CODE }] },
];
const NO_GROUPS: [] = [];

function Tokens() {
  return (
    <>
      <State name="Несколько значений">
        <Held start={['белый', 'хаки']}>
          {(values, setValues) => (
            <Field label="Цвет" isRequired counter={{ length: values.length, limit: 5 }}>
              <TokenInput
                values={values}
                onChange={setValues}
                groups={GROUPS}
                listLabel="Цвета"
                maxCount={5}
              />
            </Field>
          )}
        </Held>
      </State>
      <State name="Пусто, без подсказок">
        <Held<string[]> start={[]}>
          {(values, setValues) => (
            <TokenInput
              aria-label="Пусто"
              values={values}
              onChange={setValues}
              groups={NO_GROUPS}
              listLabel="Ничего"
              placeholder="Значения через Enter"
            />
          )}
        </Held>
      </State>
      <State name="Больше не поместится, с ошибкой и сомнением">
        <Held start={['белый', 'малахит']}>
          {(values, setValues) => (
            <Field label="Цвет" error="Проверьте цвет" hint="Нет в справочнике: «малахит»">
              <TokenInput
                values={values}
                onChange={setValues}
                groups={GROUPS}
                listLabel="Цвета"
                maxCount={2}
                isOdd={(value) => value === 'малахит'}
              />
            </Field>
          )}
        </Held>
      </State>
      <State name="Длинные значения">
        <Held start={[LONG_WORDS, LONG_CODE, 'белый']}>
          {(values, setValues) => (
            <TokenInput
              aria-label="Длинные"
              values={values}
              onChange={setValues}
              groups={GROUPS}
              listLabel="Цвета"
            />
          )}
        </Held>
      </State>
    </>
  );
}

function Combos() {
  return (
    <Held start="белый">
      {(value, setValue) => (
        <>
          <State name="С подсказками">
            <Field label="Цвет">
              <ComboInput value={value} onChange={setValue} groups={GROUPS} listLabel="Цвета" />
            </Field>
          </State>
          <State name="Без подсказок">
            <ComboInput
              aria-label="Без подсказок"
              value=""
              onChange={setValue}
              groups={NO_GROUPS}
              listLabel="Ничего"
              placeholder="Нет бренда"
            />
          </State>
        </>
      )}
    </Held>
  );
}

export const suggestionFields: readonly Specimen[] = [
  { names: ['TokenInput', 'Token', 'SuggestionList'], Show: Tokens },
  { names: ['ComboInput'], Show: Combos },
];
