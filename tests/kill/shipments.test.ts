import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Moment } from './kill-proxy.ts';
import { openShipmentStage, playInParallel, type Outcome, type ShipmentStage } from './shipment-world.ts';

/**
 * The product's rule is a minute, and `npm run test:kill` measures it. Here a busy machine may take longer, but not as long
 * as a job whose loss nobody notices: it comes back after its two minutes.
 */
const RESUMED_WITHIN_MS = 110_000;

const CALLS = {
  'the upload of cards': /cards\/upload$/,
  'the upload of prices': /upload\/task$/,
  'the upload of the club’s discounts': /club-discount$/,
  'the photos of a card': /media\/save$/,
  'a look at the list of cards': /cards\/list/,
  'a question about a task of prices': /history\/tasks/,
};
type Call = keyof typeof CALLS;

const MOMENTS: Record<Exclude<Moment, 'silence'>, string> = {
  before: 'before',
  after: 'after, but without an answer to,',
  answered: 'right after the answer to',
};

/** Writes and looks; the whole walk over every call at every moment is `npm run test:kill`. */
const ON_POSTGRES: readonly [Call, keyof typeof MOMENTS, nth: number][] = [
  ['the upload of cards', 'before', 1],
  ['the upload of cards', 'after', 1],
  ['the upload of cards', 'answered', 2],
  ['the upload of prices', 'before', 2],
  ['the upload of prices', 'after', 1],
  ['the upload of the club’s discounts', 'after', 2],
  ['the upload of the club’s discounts', 'answered', 1],
  ['the photos of a card', 'before', 2],
  ['the photos of a card', 'after', 3],
  ['the photos of a card', 'answered', 4],
  ['a look at the list of cards', 'answered', 2],
  ['a question about a task of prices', 'before', 1],
];
const ON_EMBEDDED: typeof ON_POSTGRES = [
  ['the upload of cards', 'after', 1],
  ['the upload of prices', 'after', 2],
  ['the photos of a card', 'after', 1],
  ['the photos of a card', 'answered', 3],
  ['a look at the list of cards', 'before', 1],
];

const isEmbedded = process.env['TEST_DATABASE_URL'] === undefined;
/** Most of a life is waiting; a start of the embedded database is not. */
const AT_ONCE = isEmbedded ? 3 : ON_POSTGRES.length;
const points = (isEmbedded ? ON_EMBEDDED : ON_POSTGRES).map(([call, moment, nth]) => ({
  name: `${MOMENTS[moment]} ${call} (${String(nth)})`,
  point: { call: CALLS[call], moment, nth },
}));

/** All lives begin at once: on a busy machine the first to be asked for takes long. */
vi.setConfig({ testTimeout: 600_000 });

let stage: ShipmentStage;
let outcomes: Promise<Outcome>[];
let afterSilence: Promise<Outcome>;

beforeAll(async () => {
  stage = await openShipmentStage();
  outcomes = playInParallel(
    stage,
    points.map(({ point }) => point),
    AT_ONCE,
  );
  afterSilence = stage.play({ call: CALLS['the photos of a card'], moment: 'silence', nth: 2 });
});
afterAll(async () => {
  await Promise.allSettled([...outcomes, afterSilence]);
  await stage.remove();
});

describe('G-10: a server that is killed', () => {
  for (const [index, { name }] of points.entries()) {
    it(`${name} does nothing twice and soon goes on`, async () => {
      const outcome = await outcomes[index];
      expect(outcome).toMatchObject({ isReached: true, problems: [] });
      expect(outcome?.resumedInMs).toBeLessThan(RESUMED_WITHIN_MS);
    });
  }
});

it('G-11: an answer that never comes is given up after half a minute; nothing is done twice', async () => {
  const outcome = await afterSilence;
  expect(outcome).toMatchObject({ isReached: true, problems: [] });
  // Left alone, the job would expire after two minutes and be taken up again.
  expect(outcome.endedInMs).toBeLessThan(RESUMED_WITHIN_MS);
});
