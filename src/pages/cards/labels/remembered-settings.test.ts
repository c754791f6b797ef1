import { afterEach, beforeEach, expect, it } from 'vitest';
import { session } from '#api/session/session.ts';
import type { LabelSettings } from '#contract/labels.ts';
import { mockTokens, mockUser } from '#tests/mocks/auth.ts';
import { rememberedSettings, rememberSettings } from './remembered-settings.ts';

const SETTINGS: LabelSettings = {
  format: 'SHEET_24_70_37',
  code: 'QR',
  fields: ['TITLE'],
  shopId: 7,
  count: { kind: 'STOCK' },
};

beforeEach(() => session.startSession(mockTokens(mockUser)));
afterEach(() => session.endSession('logout'));

it('are as they were the last time', () => {
  rememberSettings(SETTINGS);
  expect(rememberedSettings([{ id: 7 }])).toEqual(SETTINGS);
});

it('do not begin with no labels at all', () => {
  rememberSettings({ ...SETTINGS, count: { kind: 'EACH', copies: 0 } });
  expect(rememberedSettings([{ id: 7 }])).toEqual({ ...SETTINGS, count: { kind: 'EACH', copies: 1 } });
});

it('name no shop that is not there any more', () => {
  rememberSettings(SETTINGS);
  expect(rememberedSettings([{ id: 8 }])).toEqual({ ...SETTINGS, shopId: null });
});

it('of another build begin anew', () => {
  const fresh = rememberedSettings([]);
  localStorage.setItem('labelSettings', '{"format":"ROLL_1_1"}');
  expect(rememberedSettings([])).toEqual(fresh);
  localStorage.setItem('labelSettings', 'nonsense');
  expect(rememberedSettings([])).toEqual(fresh);
  localStorage.removeItem('labelSettings');
});

it('stay on no computer of somebody else', () => {
  localStorage.removeItem('labelSettings');
  session.startSession(mockTokens(mockUser), { isForeignDevice: true });
  rememberSettings(SETTINGS);
  expect(localStorage.getItem('labelSettings')).toBeNull();
});
