import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const sheet = () => document.querySelector<HTMLLinkElement>('link[href="/assets/later-1.css"]');

beforeEach(() => {
  vi.resetModules();
  document.head.innerHTML = '<meta name="later-styles" content="/assets/later-1.css">';
});
afterEach(() => {
  document.head.innerHTML = '';
});

it('are asked for once, and waited for', async () => {
  const { laterStyles } = await import('./later-styles.ts');
  const isHere = vi.fn();
  const both = Promise.all([laterStyles().then(isHere), laterStyles()]);
  expect(document.querySelectorAll('link')).toHaveLength(1);
  expect(sheet()?.rel).toBe('stylesheet');
  await Promise.resolve();
  expect(isHere).not.toHaveBeenCalled();
  sheet()?.dispatchEvent(new Event('load'));
  await both;
  expect(isHere).toHaveBeenCalledOnce();
});

it('that did not come are asked for again by the next page', async () => {
  const { laterStyles } = await import('./later-styles.ts');
  const first = laterStyles();
  sheet()?.dispatchEvent(new Event('error'));
  await expect(first).rejects.toThrow(TypeError);
  expect(sheet()).toBeNull();
  const second = laterStyles();
  sheet()?.dispatchEvent(new Event('load'));
  await expect(second).resolves.toBeUndefined();
});

it('are nobody else’s where the document names none', async () => {
  document.head.innerHTML = '';
  const { laterStyles } = await import('./later-styles.ts');
  await expect(laterStyles()).resolves.toBeUndefined();
  expect(document.querySelector('link')).toBeNull();
});
