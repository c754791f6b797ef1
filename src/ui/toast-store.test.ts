import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showToast, toasts } from './toast-store.ts';

const texts = () => toasts.getSnapshot().map(({ text, count }) => (count > 1 ? `${text} ×${count}` : text));

describe('the store of notifications', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    toasts.resume();
    toasts.dismissAll();
    vi.useRealTimers();
  });

  it('lets good news go sooner than bad news', () => {
    showToast({ type: 'success', text: 'Сохранено' });
    showToast({ type: 'error', text: 'Ошибка' });
    vi.advanceTimersByTime(5_000);
    expect(texts()).toEqual(['Ошибка']);
    vi.advanceTimersByTime(5_000);
    expect(texts()).toEqual([]);
  });

  it('counts the same text of the same type and starts its clock again', () => {
    showToast({ type: 'error', text: 'Нет ответа' });
    vi.advanceTimersByTime(9_000);
    showToast({ type: 'error', text: 'Нет ответа' });
    showToast({ type: 'warning', text: 'Нет ответа' });
    expect(texts()).toEqual(['Нет ответа ×2', 'Нет ответа']);
    vi.advanceTimersByTime(9_000);
    expect(texts()).toHaveLength(2);
    vi.advanceTimersByTime(1_000);
    expect(texts()).toEqual([]);
  });

  it('stops every clock while it is paused, also of what comes meanwhile, and goes on where it stopped', () => {
    showToast({ type: 'success', text: 'Старое' });
    vi.advanceTimersByTime(4_000);
    toasts.pause();
    showToast({ type: 'success', text: 'Новое' });
    vi.advanceTimersByTime(60_000);
    expect(texts()).toEqual(['Старое', 'Новое']);
    toasts.resume();
    vi.advanceTimersByTime(1_000);
    expect(texts()).toEqual(['Новое']);
    vi.advanceTimersByTime(4_000);
    expect(texts()).toEqual([]);
  });

  it('keeps an endless one until it is closed', () => {
    const id = showToast({ type: 'info', text: 'Доступна новая версия', durationMs: Infinity });
    vi.advanceTimersByTime(24 * 3_600_000);
    expect(texts()).toEqual(['Доступна новая версия']);
    toasts.dismiss(id);
    expect(texts()).toEqual([]);
  });

  it('tells listeners of each change and nothing after they leave', () => {
    const listener = vi.fn();
    const leave = toasts.subscribe(listener);
    const id = showToast({ type: 'info', text: 'Раз' });
    toasts.dismiss(id);
    toasts.dismiss(id);
    expect(listener).toHaveBeenCalledTimes(2);
    leave();
    showToast({ type: 'info', text: 'Два' });
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
