import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { COPY_SUCCESS_MS, CopyButton } from './copy-button.tsx';
import { toasts } from './toast-store.ts';

const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { clipboard: { writeText } });
});
afterEach(() => {
  toasts.dismissAll();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const press = () =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Скопировать nmId' })));
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('says «Скопировано» for exactly three seconds', async () => {
  writeText.mockResolvedValue();
  render(<CopyButton text="218734501" what="nmId" />);
  await press();
  expect(writeText).toHaveBeenCalledWith('218734501');
  await wait(COPY_SUCCESS_MS - 1);
  expect(screen.getByText('Скопировано')).toBeTruthy();
  await wait(1);
  expect(screen.queryByText('Скопировано')).toBeNull();
});

it('says it above the page, which it would widen at its edge', async () => {
  writeText.mockResolvedValue();
  render(<CopyButton text="218734501" what="nmId" />);
  await press();
  expect(screen.getByText('Скопировано')).toHaveAttribute('popover');
  expect(screen.getByRole('status')).toHaveTextContent('Скопировано');
});

it('counts the three seconds from the last press', async () => {
  writeText.mockResolvedValue();
  render(<CopyButton text="218734501" what="nmId" />);
  await press();
  await wait(2_000);
  await press();
  await wait(2_000);
  expect(screen.getByText('Скопировано')).toBeTruthy();
  await wait(1_000);
  expect(screen.queryByText('Скопировано')).toBeNull();
});

it('never says it when the browser refuses, and tells so', async () => {
  writeText.mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  render(<CopyButton text="218734501" what="nmId" />);
  await press();
  expect(screen.queryByText('Скопировано')).toBeNull();
  expect(toasts.getSnapshot().map(({ type }) => type)).toEqual(['error']);
});
