import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useListKeys } from './use-list-keys.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A list of one row; the bar of the chosen is a part that may come later. */
function List({ isBarHere }: { isBarHere: boolean }) {
  const [hasChosen, setChosen] = useState(false);
  useListKeys({
    count: 1,
    activeIndex: 0,
    hasChosen,
    onActiveChange: () => undefined,
    onToggle: () => setChosen(!hasChosen),
    onOpen: () => undefined,
  });
  return (
    <>
      <input aria-label="Поиск" />
      {hasChosen && isBarHere ? (
        <div data-floating-bar>
          <button type="button">Отправить</button>
        </div>
      ) : null}
    </>
  );
}

const KEYS = { x: 'KeyX', a: 'KeyA', j: 'KeyJ' };

function open() {
  const { rerender } = render(<List isBarHere={false} />);
  return {
    press: (keys: string) => {
      for (const key of keys) fireEvent.keyDown(document.body, { code: KEYS[key as keyof typeof KEYS] });
    },
    barComes: () => {
      act(() => void vi.advanceTimersByTime(1_000));
      rerender(<List isBarHere />);
      act(() => void vi.advanceTimersByTime(1_000));
    },
  };
}

const barButton = () => screen.getByRole('button', { name: 'Отправить' });

it('L-40: «a» right after «x» waits for the bar that is still on its way', () => {
  const { press, barComes } = open();
  press('xa');
  barComes();
  expect(barButton()).toHaveFocus();
});

it.each([
  ['the choice is let go', 'xaxx'],
  ['one goes on', 'xaj'],
])('L-40: «a» is forgotten when %s before the bar is there', (_, keys) => {
  const { press, barComes } = open();
  press(keys);
  barComes();
  expect(barButton()).not.toHaveFocus();
});

it('L-40: «a» is forgotten when somebody has begun to type', () => {
  const { press, barComes } = open();
  press('xa');
  screen.getByRole('textbox').focus();
  barComes();
  expect(screen.getByRole('textbox')).toHaveFocus();
  act(() => screen.getByRole('textbox').blur());
  act(() => void vi.advanceTimersByTime(1_000));
  expect(barButton()).not.toHaveFocus();
});
