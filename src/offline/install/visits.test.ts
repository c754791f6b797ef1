import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countVisit, mayOfferInstall, rememberInstallOffer, visitCount } from './visits.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const now = Date.now();

beforeEach(() => localStorage.clear());
afterEach(() => void vi.restoreAllMocks());

describe('visits', () => {
  it('are counted when half an hour lies between them: reloads and second tabs are not', () => {
    countVisit(now);
    countVisit(now + MINUTE_MS);
    countVisit(now + 29 * MINUTE_MS);
    expect(visitCount()).toBe(1);
    countVisit(now + 60 * MINUTE_MS);
    expect(visitCount()).toBe(2);
  });

  it('survive a foreign value and a clock that was set back', () => {
    localStorage.setItem('prilavok-device-visits', '{"count":"много"}');
    countVisit(now);
    expect(visitCount()).toBe(1);
    countVisit(now - DAY_MS);
    expect(visitCount()).toBe(2);
  });
});

describe('the offer to install', () => {
  it('comes again after 30 days and not before', () => {
    expect(mayOfferInstall(now)).toBe(true);
    rememberInstallOffer(now);
    expect(mayOfferInstall(now + 30 * DAY_MS - 1)).toBe(false);
    expect(mayOfferInstall(now + 30 * DAY_MS)).toBe(true);
  });

  it('is not made where its answer could not be remembered', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(mayOfferInstall(now)).toBe(false);
    expect(visitCount()).toBe(1);
  });
});
