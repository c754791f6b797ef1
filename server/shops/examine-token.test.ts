import { expect, it } from 'vitest';
import type { TokenProblem } from '#contract/shops.ts';
import type { TokenCategory } from '#contract/users.ts';
import { requireAccepted } from './examine-token.ts';

const seller = { name: '', sid: 'sid', tin: '', tradeMark: '' };
const found = (...responses: [TokenCategory, TokenProblem | null][]) => new Map(responses);

it('a token counts when the marketplace says whose it is, or takes it in some category', () => {
  expect(() => requireAccepted(seller, found(['CONTENT', 'NOT_COVERED']))).not.toThrow();
  expect(() => requireAccepted(null, found(['CONTENT', 'NOT_COVERED'], ['STATISTICS', null]))).not.toThrow();
});

it('a token that every category refuses is refused, though nobody could be asked whose it is', () => {
  expect(() => requireAccepted(null, found(['CONTENT', 'REVOKED'], ['STATISTICS', 'REVOKED']))).toThrow(
    /не принимает этот токен/,
  );
});

it('a token that could not be asked about at all is not taken on trust', () => {
  expect(() => requireAccepted(null, found())).toThrow(/Не удалось проверить токен/);
});
