import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

it('ties label, error and hint to its control', () => {
  render(
    <Field
      label="Наименование"
      error="Заполните"
      hint="До 60 знаков"
      counter={{ length: 61, limit: 60 }}
      isRequired
    >
      <TextInput value="" onChange={() => undefined} />
    </Field>,
  );
  const input = screen.getByLabelText(/Наименование/);
  const described = (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(described).toEqual(['Заполните', 'До 60 знаков']);
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(input.getAttribute('aria-required')).toBe('true');
  expect(screen.getByText(/слишком длинно/)).toBeTruthy();
});
