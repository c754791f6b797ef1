import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DateInput } from './date-input.tsx';
import { TextArea } from './text-area.tsx';
import { TextInput } from './text-input.tsx';

const nothing = () => undefined;

it.each([
  ['a line', <TextInput key="1" aria-label="Поле" value="" onChange={nothing} />],
  ['a text', <TextArea key="2" aria-label="Поле" value="" onChange={nothing} />],
  ['a day', <DateInput key="3" aria-label="Поле" value="" onChange={nothing} />],
])('%s is not kept by the browser for whoever comes next', (_, field) => {
  render(field);
  expect(screen.getByLabelText('Поле')).toHaveAttribute('autocomplete', 'off');
});

it('a login is the browser’s to fill in where the page says so', () => {
  render(<TextInput aria-label="Логин" value="" onChange={nothing} autoComplete="username" />);
  expect(screen.getByLabelText('Логин')).toHaveAttribute('autocomplete', 'username');
});
