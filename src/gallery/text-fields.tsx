import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Held } from './held.tsx';
import { LONG_CODE, LONG_WORDS, State, type Specimen } from './specimen.tsx';

const HINT = 'Как в накладной поставщика; маркетплейсу не отправляется';

function Fields() {
  const [title, setTitle] = useState('Шарф');
  const counter = { length: title.length, limit: 60 };
  return (
    <>
      <State name="С подсказкой">
        <Field label="Наименование" hint={HINT}>
          <TextInput value={title} onChange={setTitle} />
        </Field>
      </State>
      <State name="Обязательное, со счётчиком">
        <Field label="Наименование" isRequired counter={counter}>
          <TextInput value={title} onChange={setTitle} />
        </Field>
      </State>
      <State name="С ошибкой и подсказкой">
        <Field label="Наименование" error="Заполните наименование" hint={HINT}>
          <TextInput value="" onChange={() => undefined} />
        </Field>
      </State>
      <State name="Действие, слишком длинно">
        <Field
          label="Наименование"
          counter={{ length: LONG_WORDS.length, limit: 60 }}
          error={`Не больше 60 знаков. ${LONG_WORDS}`}
          action={
            <Button variant="ghost" size="sm" icon="sparkle">
              Предложить наименование
            </Button>
          }
        >
          <TextInput value={LONG_WORDS} onChange={() => undefined} />
        </Field>
      </State>
      <State name="Подпись только для чтения с экрана">
        <Field label="Наименование" isLabelHidden>
          <TextInput value={title} onChange={setTitle} />
        </Field>
      </State>
      <State name="Длинная подпись" isWide>
        <Field label={`${LONG_WORDS}: ${LONG_CODE}`} isRequired counter={counter}>
          <TextInput value={title} onChange={setTitle} />
        </Field>
      </State>
    </>
  );
}

function TextInputs() {
  return (
    <Held start="SHARF-0001">
      {(value, setValue) => (
        <>
          <State name="Обычное">
            <TextInput aria-label="Обычное" value={value} onChange={setValue} />
          </State>
          <State name="Пустое">
            <TextInput aria-label="Пустое" placeholder="Например, SHARF-0001" value="" onChange={setValue} />
          </State>
          <State name="С ошибкой">
            <TextInput aria-label="С ошибкой" isInvalid value={value} onChange={setValue} />
          </State>
          <State name="Выключено">
            <TextInput aria-label="Выключено" disabled value={value} onChange={setValue} />
          </State>
          <State name="Только чтение">
            <TextInput aria-label="Только чтение" readOnly value={LONG_CODE} onChange={setValue} />
          </State>
        </>
      )}
    </Held>
  );
}

function TextAreas() {
  return (
    <Held start={`${LONG_WORDS}\n\n${LONG_CODE}`}>
      {(value, setValue) => (
        <>
          <State name="Растёт вместе с текстом" isWide>
            <TextArea aria-label="Описание" value={value} onChange={setValue} />
          </State>
          <State name="Пустое, с ошибкой">
            <TextArea
              aria-label="Пустое"
              isInvalid
              placeholder="Расскажите о товаре"
              value=""
              onChange={setValue}
            />
          </State>
          <State name="Выключено, не больше трёх строк">
            <TextArea aria-label="Выключено" disabled maxRows={3} value={value} onChange={setValue} />
          </State>
        </>
      )}
    </Held>
  );
}

function Passwords() {
  return (
    <Held start="не-настоящий-пароль">
      {(value, setValue) => (
        <>
          <State name="Обычный">
            <PasswordInput aria-label="Пароль" value={value} onChange={setValue} />
          </State>
          <State name="С ошибкой">
            <PasswordInput aria-label="С ошибкой" isInvalid value="" onChange={setValue} />
          </State>
          <State name="Выключен">
            <PasswordInput aria-label="Выключен" disabled value={value} onChange={setValue} />
          </State>
        </>
      )}
    </Held>
  );
}

function Searches() {
  return (
    <Held start="">
      {(value, setValue) => (
        <>
          <State name="Пустой, с клавишей">
            <SearchInput label="Поиск" placeholder="Найти" hasKeyHint value={value} onChange={setValue} />
          </State>
          <State name="Длинный запрос">
            <SearchInput label="Длинный поиск" value={value || LONG_WORDS} onChange={setValue} />
          </State>
        </>
      )}
    </Held>
  );
}

export const textFields: readonly Specimen[] = [
  { names: ['Field'], Show: Fields },
  { names: ['TextInput'], Show: TextInputs },
  { names: ['TextArea'], Show: TextAreas },
  { names: ['PasswordInput'], Show: Passwords },
  { names: ['SearchInput'], Show: Searches },
];
