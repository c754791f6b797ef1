import '#tests/setup/browser-gaps.ts';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { TokenInput } from './token-input.tsx';

const GROUPS = [
  {
    label: 'Справочник',
    options: [{ value: 'белый' }, { value: 'синий' }, { value: 'хаки', note: 'зеленый' }],
  },
];

function Colors({ start, maxCount }: { start: string[]; maxCount: number | undefined }) {
  const [values, setValues] = useState(start);
  return (
    <>
      <Field label="Цвет">
        <TokenInput
          values={values}
          onChange={setValues}
          groups={GROUPS}
          listLabel="Цвета"
          {...(maxCount === undefined ? {} : { maxCount })}
        />
      </Field>
      <output aria-label="Значения">{values.join('|')}</output>
      <Button onClick={() => setValues(start)}>Вернуть</Button>
    </>
  );
}

function setUp(start: string[] = [], maxCount?: number) {
  render(<Colors start={start} maxCount={maxCount} />);
  return userEvent.setup();
}
const field = () => screen.getByRole('combobox', { name: 'Цвет' });
const values = () => screen.getByLabelText('Значения').textContent;

describe('a field of several values', () => {
  it('adds what is typed by Enter, by «;» and by leaving it', async () => {
    const user = setUp();
    await user.type(field(), 'мята{Enter}лаванда;охра');
    await user.tab();
    expect(values()).toBe('мята|лаванда|охра');
    expect(field()).toHaveValue('');
  });

  it('has what is typed before it is finished', async () => {
    const user = setUp(['белый']);
    await user.type(field(), 'мя');
    expect(values()).toBe('белый|мя');
    await user.type(field(), 'та');
    expect(values()).toBe('белый|мята');
  });

  it('takes a column of a table', async () => {
    const user = setUp();
    await user.click(field());
    await user.paste('белый\nмята; охра\n');
    expect(values()).toBe('белый|мята|охра');
  });

  it('is used by the arrows: the list opens, an option is taken, what is taken is offered no more', async () => {
    const user = setUp();
    await user.click(field());
    expect(screen.getAllByRole('option')).toHaveLength(3);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(field()).toHaveAttribute(
      'aria-activedescendant',
      screen.getByRole('option', { name: 'синий' }).id,
    );
    await user.keyboard('{Enter}');
    expect(values()).toBe('синий');
    expect(screen.queryByRole('option', { name: 'синий' })).not.toBeInTheDocument();
    await user.keyboard('зел{ArrowDown}{Enter}');
    expect(values()).toBe('синий|хаки');
  });

  it('is used by presses, and keeps the focus', async () => {
    const user = setUp();
    await user.click(field());
    await user.click(screen.getByRole('option', { name: 'белый' }));
    expect(values()).toBe('белый');
    expect(field()).toHaveFocus();
  });

  it('closes the list by Escape and keeps what is typed', async () => {
    const user = setUp();
    await user.type(field(), 'бел');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(field()).toHaveValue('бел');
    expect(field()).toHaveAttribute('aria-expanded', 'false');
  });

  it('loses the last value by Backspace in the empty field, and any by its cross', async () => {
    const user = setUp(['белый', 'синий', 'хаки']);
    await user.click(field());
    await user.keyboard('{Backspace}');
    expect(values()).toBe('белый|синий');
    await user.click(screen.getByRole('button', { name: 'Убрать «белый»' }));
    expect(values()).toBe('синий');
    expect(field()).toHaveFocus();
  });

  it('has its values reached and corrected by the keyboard, in their place', async () => {
    const user = setUp(['белый', 'снний', 'хаки']);
    await user.click(field());
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(screen.getByRole('button', { name: 'Изменить «снний»' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(field()).toHaveFocus();
    expect(field()).toHaveValue('снний');
    await user.clear(field());
    await user.type(field(), 'синий{Enter}');
    expect(values()).toBe('белый|синий|хаки');
  });

  it('takes away the value the arrows are at by Delete', async () => {
    const user = setUp(['белый', 'синий']);
    await user.click(field());
    await user.keyboard('{ArrowLeft}{ArrowLeft}{Delete}');
    expect(values()).toBe('синий');
  });

  it('takes no more than fit, and says what is there', async () => {
    const user = setUp(['белый'], 2);
    await user.type(field(), 'мята{Enter}охра{Enter}');
    expect(values()).toBe('белый|мята');
    expect(field()).toHaveAttribute('readonly');
    expect(field()).toHaveAccessibleDescription('Выбрано: белый; мята');
    await user.keyboard('{Backspace}охра{Enter}');
    expect(values()).toBe('белый|охра');
  });

  it('gives up what is typed for values that come from elsewhere', async () => {
    const user = setUp(['белый']);
    await user.type(field(), 'мята');
    await user.click(screen.getByRole('button', { name: 'Вернуть' }));
    await waitFor(() => expect(values()).toBe('белый'));
    expect(field()).toHaveValue('');
  });
});
