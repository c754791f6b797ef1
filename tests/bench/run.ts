import { existsSync } from 'node:fs';
import { Backend } from '#tests/e2e/support/backend.ts';
import { benchEndpoint } from './endpoint.bench.ts';
import { type Figure, printFigures } from './figures.ts';
import { benchList } from './list.bench.ts';
import { seedCards } from './seed.ts';
import { benchPageWeight, benchStart } from './start.bench.ts';

/** `npm run bench [-- --cards 10000]`: the figures of this machine, now, against the goals. Never part of the tests. */
const cardsIndex = process.argv.indexOf('--cards');
const bigListCards = cardsIndex > 0 ? Number(process.argv[cardsIndex + 1]) : 10_000;

if (!existsSync('dist/server/main.js')) throw new Error('Сначала соберите проект: npm run build');
const figures: Figure[] = [];

const startedAt = performance.now();
const small = await Backend.create();
figures.push({
  name: 'npm start to a page that answers, first time',
  value: (performance.now() - startedAt) / 1000,
  unit: 's',
  goal: 30,
  better: 'smaller',
  note: 'after the build',
});
await small.stop();
const restartedAt = performance.now();
await small.start();
figures.push({
  name: 'npm start to a page that answers, later',
  value: (performance.now() - restartedAt) / 1000,
  unit: 's',
  goal: 5,
  better: 'smaller',
});
figures.push(...(await benchPageWeight(small)), ...(await benchStart(small)));
await small.remove();

const big = await Backend.create({ env: { RATE_LIMIT_SCALE: '1000' } });
await big.stop();
seedCards(big, bigListCards);
await big.start();
figures.push(...(await benchList(big, bigListCards)), ...(await benchEndpoint(big, bigListCards)));
await big.remove();

printFigures(figures);
