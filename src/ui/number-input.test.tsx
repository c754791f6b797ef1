import { fireEvent, render, screen } from '@testing-library/react';
import * as fc from 'fast-check';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { parseNumber } from '#lib/typed-numbers.ts';
import { Field } from './field.tsx';
import { NumberInput } from './number-input.tsx';

const heard = vi.fn<(value: number | null) => void>();

function Price({
  maxDigits = 2,
  canBeNegative = false,
  start = null,
}: {
  maxDigits?: number;
  canBeNegative?: boolean;
  start?: number | null;
}) {
  const [value, setValue] = useState<number | null>(start);
  return (
    <Field label="Цена">
      <NumberInput
        value={value}
        maxDigits={maxDigits}
        canBeNegative={canBeNegative}
        unit="₽"
        onChange={(next) => {
          heard(next);
          setValue(next);
        }}
      />
    </Field>
  );
}

const NUMBER_KEYS = ['0', '1', '2', '3', '4', '5', '9', '.', ',', '-', ' ', '−', '\u00a0', 'a', 'е', '₽'];

const input = () => screen.getByLabelText<HTMLInputElement>('Цена');

it('understands a comma and a point, keeps the text while one types and tidies it afterwards', async () => {
  render(<Price />);
  await userEvent.type(input(), '1234,5');
  expect(input().value).toBe('1234,5');
  expect(heard).toHaveBeenLastCalledWith(1234.5);
  await userEvent.tab();
  expect(input().value).toBe('1\u00a0234,5');
  await userEvent.clear(input());
  await userEvent.type(input(), '7.25');
  expect(heard).toHaveBeenLastCalledWith(7.25);
});

it('takes a pasted sum with its sign and spaces', () => {
  render(<Price />);
  fireEvent.change(input(), { target: { value: '12\u00a0345,60 ₽' } });
  expect(heard).toHaveBeenLastCalledWith(12_345.6);
});

it('is empty as null, not as zero', async () => {
  render(<Price start={5} />);
  await userEvent.clear(input());
  expect(heard).toHaveBeenLastCalledWith(null);
  await userEvent.tab();
  expect(input().value).toBe('');
});

it('takes no more digits than allowed: what was before stays, and the field says so', async () => {
  render(<Price maxDigits={0} start={7} />);
  await userEvent.clear(input());
  await userEvent.type(input(), '12,9');
  expect(input().value).toBe('12,9');
  expect(heard).toHaveBeenLastCalledWith(7);
  expect(screen.getByRole('alert')).toHaveTextContent('Нужно целое число');
  await userEvent.tab();
  expect(input().value).toBe('7');
  expect(screen.getByRole('alert')).toHaveTextContent('Нужно целое число. Осталось 7');
  expect(input()).toHaveAccessibleDescription('Нужно целое число. Осталось 7 ₽');
  await userEvent.type(input(), '1');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('takes a minus only where one makes sense, and never drops it', async () => {
  const { unmount } = render(<Price start={7} />);
  heard.mockClear();
  await userEvent.clear(input());
  await userEvent.type(input(), '-5');
  expect(heard).not.toHaveBeenCalledWith(5);
  expect(heard).toHaveBeenLastCalledWith(7);
  expect(input().getAttribute('aria-invalid')).toBe('true');
  await userEvent.tab();
  expect(screen.getByRole('alert')).toHaveTextContent('Меньше нуля нельзя. Осталось 7');
  unmount();
  render(<Price canBeNegative />);
  await userEvent.type(input(), '-5');
  expect(heard).toHaveBeenLastCalledWith(-5);
});

it('takes back what it reported when a minus is put before it', async () => {
  render(<Price />);
  await userEvent.type(input(), '5');
  await userEvent.type(input(), '-', { initialSelectionStart: 0, initialSelectionEnd: 0 });
  expect(input().value).toBe('-5');
  expect(heard).toHaveBeenLastCalledWith(null);
});

it('lets no form be sent by Enter while what is in sight is not what it holds', async () => {
  const submitted = vi.fn<() => void>();
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted();
      }}
    >
      <Price start={5} />
    </form>,
  );
  await userEvent.type(input(), '-{Enter}', { initialSelectionStart: 0, initialSelectionEnd: 0 });
  expect(submitted).not.toHaveBeenCalled();
  await userEvent.type(input(), '{Backspace}{Enter}', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  expect(submitted).toHaveBeenCalledOnce();
});

it('leaves the caret where it was when it refuses a letter', async () => {
  render(<Price start={12_345} />);
  await userEvent.type(input(), 'x', { initialSelectionStart: 2, initialSelectionEnd: 2 });
  expect(input().value).toBe('12\u00a0345');
  expect(input().selectionStart).toBe(2);
  await userEvent.keyboard('9');
  expect(heard).toHaveBeenLastCalledWith(129_345);
});

it.each([
  ['1 249,50', 1249.5],
  ['1.200,50', 1200.5],
  ['1,249.50', 1249.5],
  ['Цена: 1 234 ₽', 1234],
  ['8,29 руб.', 8.29],
])('reads a pasted «%s»', (text, value) => {
  render(<Price />);
  fireEvent.change(input(), { target: { value: text } });
  expect(heard).toHaveBeenLastCalledWith(value);
});

it.each(['1.200', '1,234', '12abc34', '1e5', '2x3', '1.20,50'])(
  'marks a pasted «%s», reports nothing of it and goes back to the last number',
  (text) => {
    render(<Price start={5} />);
    heard.mockClear();
    fireEvent.change(input(), { target: { value: text } });
    expect(input().getAttribute('aria-invalid')).toBe('true');
    expect(heard).not.toHaveBeenCalled();
    fireEvent.blur(input());
    expect(input().value).toBe('5');
    expect(input().getAttribute('aria-invalid')).toBeNull();
  },
);

it('holds what it shows, or what was before, whatever is typed and pasted', () => {
  const keys = fc.string({ unit: fc.constantFrom(...NUMBER_KEYS), maxLength: 8 });
  fc.assert(
    fc.property(keys, (text) => {
      heard.mockClear();
      const { unmount } = render(<Price start={5} />);
      try {
        fireEvent.change(input(), { target: { value: text } });
        const held = heard.mock.calls.length > 0 ? (heard.mock.lastCall?.[0] ?? null) : 5;
        fireEvent.blur(input());
        expect(parseNumber(input().value)).toBe(held);
        // No digit is dropped and none is made up.
        const digitsOf = (number: string) => number.replace(/\D/g, '').replace(/^0+/, '');
        const typed = digitsOf(text);
        if (held !== 5 && held !== null) expect(digitsOf(String(held)).padEnd(typed.length, '0')).toBe(typed);
      } finally {
        unmount();
      }
    }),
    { numRuns: 150 },
  );
});

it('keeps a number clear of its unit, however long the unit is', () => {
  render(<NumberInput value={135} unit="г/м²" onChange={heard} />);
  expect(screen.getByRole('textbox').style.paddingRight).toBe('calc(4ch + 1.5rem)');
});

it('says its unit with the field, and not beside it', () => {
  render(<Price start={7} />);
  expect(screen.getByRole('textbox', { name: 'Цена' })).toHaveAccessibleDescription('₽');
  expect(screen.getByText('₽')).toHaveAttribute('aria-hidden', 'true');
});
