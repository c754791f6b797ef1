import { expect, it } from 'vitest';
import { installSteps } from './install-platform.ts';

const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${SAFARI} Version/18.0 Mobile/15E148 Safari/604.1`,
    5,
    'ios',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Version/18.0 Safari/605.1.15`, 5, 'ios'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Version/18.0 Safari/605.1.15`, 0, 'mac-safari'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Version/16.6 Safari/605.1.15`, 0, undefined],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    0,
    undefined,
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', 0, undefined],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', 5, undefined],
])('%s with %d touch points: %s', (userAgent, maxTouchPoints, expected) => {
  expect(installSteps({ userAgent, maxTouchPoints })).toBe(expected);
});
