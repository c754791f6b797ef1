import { afterEach, beforeEach, expect, it } from 'vitest';
import { session } from '#api/session/session.ts';
import { mockTokens, mockUser } from '#tests/mocks/auth.ts';
import { rememberChoice, rememberedChoice, type ExportChoice } from './remembered-choice.ts';

const CHOICE: ExportChoice = { format: 'csv', columns: ['vendorCode', 'stock', 'title'] };

beforeEach(() => session.startSession(mockTokens(mockUser)));
afterEach(() => session.endSession('logout'));

it('is as it was the last time', () => {
  rememberChoice(CHOICE);
  expect(rememberedChoice()).toEqual(CHOICE);
  localStorage.removeItem('cardExportChoice');
});

it.each([
  'nonsense',
  '{"format":"xlsx","columns":["vendorCode","gone"]}',
  '{"format":"csv","columns":["title"]}',
])('of another build begins anew: %s', (kept) => {
  const fresh = rememberedChoice();
  localStorage.setItem('cardExportChoice', kept);
  expect(rememberedChoice()).toEqual(fresh);
  localStorage.removeItem('cardExportChoice');
});

it('stays on no computer of somebody else', () => {
  session.startSession(mockTokens(mockUser), { isForeignDevice: true });
  rememberChoice(CHOICE);
  expect(localStorage.getItem('cardExportChoice')).toBeNull();
});
