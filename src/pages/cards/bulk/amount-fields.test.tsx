import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { EMPTY_PRICE_DRAFT, priceChangeOf } from './price-draft.ts';
import { PriceFields } from './price-fields.tsx';

function Prices() {
  const [draft, setDraft] = useState(EMPTY_PRICE_DRAFT);
  const change = priceChangeOf(draft);
  return (
    <>
      <PriceFields draft={draft} onChange={setDraft} />
      <output>{'problem' in change ? change.problem : JSON.stringify(change.price)}</output>
    </>
  );
}

/** The field of the amount stays the focused one: what is typed there is not tidied. */
const choose = (label: string) =>
  fireEvent.change(screen.getByLabelText('Цена до скидки'), {
    target: { value: screen.getByRole<HTMLOptionElement>('option', { name: label }).value },
  });
const amount = () => screen.getByLabelText(/^(Сколько|Во сколько раз)$/);
const held = () => screen.getByRole('status');

it('an amount stays where another kind of change can use it', async () => {
  render(<Prices />);
  await userEvent.type(amount(), '70');
  choose('Снизить на, %');
  expect(amount()).toHaveValue('70');
  expect(held()).toHaveTextContent('{"kind":"PERCENT","basisPoints":-7000}');
  choose('Умножить на, ×');
  expect(amount()).toHaveValue('70');
  expect(held()).toHaveTextContent('"basisPoints":690000}');
  choose('Снизить на, ₽');
  await userEvent.type(amount(), '900');
  choose('Сделать, ₽');
  expect(amount()).toHaveValue('900');
  expect(held()).toHaveTextContent('{"kind":"SET","kopecks":90000}');
});

it('per cent are not taken for roubles: the field is as empty as the form', async () => {
  render(<Prices />);
  await userEvent.type(amount(), '70');
  choose('Сделать, ₽');
  expect(amount()).toHaveValue('');
  expect(held()).toHaveTextContent('Укажите цену');
});

it('a number that the new kind does not allow is still there, and is said to be none', async () => {
  render(<Prices />);
  await userEvent.type(amount(), '150');
  choose('Снизить на, %');
  expect(amount()).toHaveValue('150');
  expect(held()).toHaveTextContent('Снизить можно до 99 %');
});

it('more than can be asked for is said at the amount while it is typed', async () => {
  render(<Prices />);
  await userEvent.type(amount(), '10001');
  expect(amount()).toHaveAccessibleDescription(/Поднять можно до 10\s000\s%/);
  await userEvent.type(amount(), '{Backspace}');
  expect(amount()).not.toHaveAccessibleDescription(/Поднять можно/);
});
