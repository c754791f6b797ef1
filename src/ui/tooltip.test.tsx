import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';

const reason = () => screen.queryByText('Нет сети', { selector: '[popover]' });
const button = () => screen.getByRole('button', { name: 'Отправить' });

it('says why a button does nothing to a finger too, which cannot hover', async () => {
  render(<Button disabledReason="Нет сети">Отправить</Button>);
  await userEvent.pointer({ keys: '[TouchA]', target: button() });
  expect(reason()).toBeInTheDocument();
  await userEvent.pointer({ keys: '[TouchA]', target: document.body });
  expect(reason()).not.toBeInTheDocument();
});

it('of a button that works is not in the way of a finger', async () => {
  render(<IconButton icon="close" label="Закрыть" />);
  await userEvent.pointer({ keys: '[TouchA]', target: screen.getByRole('button', { name: 'Закрыть' }) });
  expect(screen.queryByText('Закрыть', { selector: '[popover]' })).not.toBeInTheDocument();
});

it('can be gone into with the pointer, and goes away after it has been left', async () => {
  render(<Button disabledReason="Нет сети">Отправить</Button>);
  fireEvent.pointerEnter(button(), { pointerType: 'mouse' });
  const bubble = await screen.findByText('Нет сети', { selector: '[popover]' });
  vi.useFakeTimers();
  try {
    fireEvent.pointerLeave(button(), { pointerType: 'mouse' });
    fireEvent.pointerEnter(bubble);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(bubble).toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
  fireEvent.pointerLeave(bubble);
  await vi.waitFor(() => expect(reason()).not.toBeInTheDocument());
});

it('obeys Escape wherever the focus is, and the dialog below it stays', async () => {
  const onClose = vi.fn();
  render(
    <Dialog open onClose={onClose} title="Окно">
      <Button disabledReason="Нет сети">Отправить</Button>
    </Dialog>,
  );
  fireEvent.pointerEnter(button(), { pointerType: 'mouse' });
  await screen.findByText('Нет сети', { selector: '[popover]' });
  const isLeftToTheDialog = fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(reason()).not.toBeInTheDocument();
  expect(isLeftToTheDialog).toBe(false);
});
