import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Toaster } from '#ui/toast.tsx';
import { toasts } from '#ui/toast-store.ts';
import { notifyErrors } from './notify-errors.ts';

afterEach(() => {
  act(() => toasts.dismissAll());
});

const messages = (count: number) => Array.from({ length: count }, (_, index) => `Ошибка ${index + 1}`);
const told = () => toasts.getSnapshot().map((toast) => toast.text);

it('G-26: tells each of five messages', () => {
  act(() => notifyErrors(messages(5)));
  expect(told()).toEqual(messages(5));
});

it('G-26: tells five of two hundred messages and counts the rest', () => {
  render(<Toaster />);
  act(() => notifyErrors(messages(200)));
  expect(told()).toEqual([...messages(5), 'ещё 195']);
  expect(screen.getByText('ещё 195')).toBeTruthy();
});
