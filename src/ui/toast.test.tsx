import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Profiler } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { Toaster } from './toast.tsx';
import { showToast, toasts } from './toast-store.ts';

afterEach(() => {
  act(() => toasts.dismissAll());
  vi.restoreAllMocks();
});

const show = (...args: Parameters<typeof showToast>) => act(() => void showToast(...args));

it('has both live regions in the page before anything is said, and says bad news in the urgent one', () => {
  render(<Toaster />);
  const calm = screen.getByRole('status');
  const urgent = screen.getByRole('alert');
  show({ type: 'success', text: 'Сохранено' });
  show({ type: 'error', text: 'Ошибка изменения настроек' });
  expect(within(calm).getByText('Сохранено')).toBeTruthy();
  expect(within(urgent).getByText('Ошибка изменения настроек')).toBeTruthy();
});

it('is drawn once while nothing is said: a second drawing at once would hold up the first frame of the page', () => {
  const drawings: string[] = [];
  render(
    <Profiler id="toaster" onRender={(_id, phase) => drawings.push(phase)}>
      <Toaster />
    </Profiler>,
  );
  expect(drawings).toEqual(['mount']);
});

it('shows five and says how many more there are', async () => {
  render(<Toaster />);
  for (let index = 1; index <= 8; index += 1) show({ type: 'error', text: `Ошибка ${index}` });
  expect(screen.getAllByRole('button', { name: 'Закрыть уведомление' })).toHaveLength(5);
  expect(screen.getByText('ещё 3')).toBeTruthy();
  expect(screen.queryByText('Ошибка 3')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть все' }));
  expect(screen.queryByText('Ошибка 8')).toBeNull();
});

it('closes by its cross, and by its action after doing it', async () => {
  const onClick = vi.fn();
  render(<Toaster />);
  show({ type: 'warning', text: 'Токены', action: { label: 'Перейти', onClick } });
  show({ type: 'info', text: 'Другое' });
  await userEvent.click(screen.getByRole('button', { name: 'Перейти' }));
  expect(onClick).toHaveBeenCalledOnce();
  expect(screen.queryByText('Токены')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть уведомление' }));
  expect(screen.queryByText('Другое')).toBeNull();
});

it('waits while the keyboard is in it', async () => {
  const pause = vi.spyOn(toasts, 'pause');
  const resume = vi.spyOn(toasts, 'resume');
  render(<Toaster />);
  show({ type: 'info', text: 'Раз' });
  resume.mockClear();
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Закрыть уведомление' }));
  expect(pause).toHaveBeenCalledOnce();
  await userEvent.tab();
  expect(resume).toHaveBeenCalledOnce();
});

it('is not read aloud again when a dialog opens and closes: the very same card moves out of the live region', async () => {
  const now = vi.spyOn(Date, 'now');
  const page = (isOpen: boolean) => (
    <>
      <Dialog open={isOpen} onClose={() => undefined} title="Диалог" />
      <Toaster />
    </>
  );
  const { rerender } = render(page(false));
  show({ type: 'error', text: 'Не вышло' });
  const card = screen.getByText('Не вышло');
  expect(screen.getByRole('alert')).toContainElement(card);
  now.mockReturnValue(Date.now() + 5_000);

  rerender(page(true));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('Не вышло')).toBe(card);
  expect(dialog.getByRole('alert')).toBeEmptyDOMElement();
  show({ type: 'error', text: 'И это не вышло' });
  expect(dialog.getByRole('alert')).toHaveTextContent('И это не вышло');

  now.mockReturnValue(Date.now() + 5_000);
  rerender(page(false));
  expect(screen.getByText('Не вышло')).toBe(card);
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
});

it('is read aloud after all when the dialog that it came with has closed at once', () => {
  const page = (isOpen: boolean) => (
    <>
      <Dialog open={isOpen} onClose={() => undefined} title="Диалог" />
      <Toaster />
    </>
  );
  const { rerender } = render(page(true));
  show({ type: 'success', text: 'Сохранено' });
  rerender(page(false));
  expect(screen.getByRole('status')).toHaveTextContent('Сохранено');
});

it('moves into an open dialog, where alone it can be used', () => {
  const page = (isOpen: boolean) => (
    <>
      <Dialog open={isOpen} onClose={() => undefined} title="Диалог" />
      <Toaster />
    </>
  );
  const { rerender } = render(page(true));
  show({ type: 'error', text: 'Не вышло' });
  expect(within(screen.getByRole('dialog')).getByText('Не вышло')).toBeTruthy();
  rerender(page(false));
  expect(screen.getByText('Не вышло')).toBeTruthy();
});
