import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
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

it('takes no more digits than allowed, and never makes 129 of 12,9', async () => {
  render(<Price maxDigits={0} />);
  await userEvent.type(input(), '12,9');
  expect(heard).toHaveBeenLastCalledWith(12);
  await userEvent.tab();
  expect(input().value).toBe('12');
});

it('takes a minus only where one makes sense', async () => {
  const { unmount } = render(<Price />);
  await userEvent.type(input(), '-5');
  expect(heard).toHaveBeenLastCalledWith(5);
  unmount();
  render(<Price canBeNegative />);
  await userEvent.type(input(), '-5');
  expect(heard).toHaveBeenLastCalledWith(-5);
});

it('marks a text that is no number, reports nothing of it and goes back to the last number', async () => {
  render(<Price start={5} />);
  heard.mockClear();
  fireEvent.change(input(), { target: { value: '1.234,50' } });
  expect(input().getAttribute('aria-invalid')).toBe('true');
  expect(heard).not.toHaveBeenCalled();
  fireEvent.blur(input());
  expect(input().value).toBe('5');
  expect(input().getAttribute('aria-invalid')).toBeNull();
});
