import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectivity } from '#offline/connection/connectivity.ts';
import { ConnectionAnnouncer } from './connection-announcer.tsx';

const SETTLED_MS = 2_000;

const report = (kind: 'answered' | 'portal') =>
  act(() => connectivity.report({ kind, method: 'GET', latencyMs: 1 }));
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const told = () => screen.getByRole('status').textContent;

beforeEach(() => {
  vi.useFakeTimers();
  connectivity.report({ kind: 'answered', method: 'GET', latencyMs: 1 });
  render(<ConnectionAnnouncer />);
});
afterEach(() => {
  vi.useRealTimers();
});

it('says nothing while all is well', () => {
  pass(60_000);
  expect(told()).toBe('');
});

it('tells a loss and a return, once each', () => {
  report('portal');
  pass(SETTLED_MS);
  expect(told()).toBe('Сеть просит войти. На экране сохранённые данные.');
  report('answered');
  pass(SETTLED_MS);
  expect(told()).toBe('Связь восстановлена.');
});

it('does not tell what comes and goes', () => {
  for (let turn = 0; turn < 10; turn += 1) {
    report('portal');
    pass(1_000);
    report('answered');
    pass(1_000);
  }
  pass(SETTLED_MS);
  expect(told()).toBe('');
});
