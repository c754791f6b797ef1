import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useScrollRest } from './use-scroll-rest.ts';

let now = 0;

beforeEach(() => {
  vi.useFakeTimers();
  now += 10_000;
});
afterEach(() => {
  act(() => void vi.runAllTimers());
  vi.useRealTimers();
});

/** As the browser tells of it: a place, and when. */
function scrollTo(top: number, afterMs: number) {
  now += afterMs;
  const event = new Event('scroll');
  Object.defineProperty(event, 'timeStamp', { value: now });
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(top);
  act(() => void window.dispatchEvent(event));
}

function Picture({ name }: { name: string }) {
  return <p>{useScrollRest() ? name : 'пусто'}</p>;
}

it('draws at once on a page that stands still', () => {
  render(<Picture name="Чашка" />);
  expect(screen.getByText('Чашка')).toBeInTheDocument();
});

it('waits while the page flies by, and draws when it rests', () => {
  scrollTo(0, 0);
  scrollTo(400, 50);
  render(<Picture name="Чашка" />);
  expect(screen.queryByText('Чашка')).toBeNull();
  scrollTo(800, 50);
  act(() => void vi.advanceTimersByTime(140));
  expect(screen.queryByText('Чашка')).toBeNull();
  act(() => void vi.advanceTimersByTime(30));
  expect(screen.getByText('Чашка')).toBeInTheDocument();
});

it('draws as soon as the page is slow enough to read, and keeps what is drawn', () => {
  scrollTo(0, 0);
  scrollTo(400, 50);
  render(<Picture name="Чашка" />);
  scrollTo(420, 50);
  expect(screen.getByText('Чашка')).toBeInTheDocument();
  scrollTo(1200, 50);
  expect(screen.getByText('Чашка')).toBeInTheDocument();
});

it('does not take the slow end of a notch for rest', () => {
  scrollTo(0, 0);
  scrollTo(400, 50);
  render(<Picture name="Чашка" />);
  scrollTo(410, 16);
  scrollTo(411, 16);
  expect(screen.queryByText('Чашка')).toBeNull();
});

it('does not take a late frame for rest while the page flies', () => {
  scrollTo(0, 0);
  scrollTo(400, 50);
  render(<Picture name="Чашка" />);
  scrollTo(1600, 300);
  expect(screen.queryByText('Чашка')).toBeNull();
});

it('does not take a jump for speed', () => {
  scrollTo(0, 0);
  scrollTo(90_000, 400);
  render(<Picture name="Чашка" />);
  expect(screen.getByText('Чашка')).toBeInTheDocument();
});
