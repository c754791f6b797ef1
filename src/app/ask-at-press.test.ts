import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { oneCardQueries } from '#api/one-card.ts';
import { askAtPress } from './ask-at-press.ts';

let client: QueryClient;
let asked: unknown[][];
let stop: () => void;

beforeEach(() => {
  document.body.innerHTML = `
    <a href="/home/cards/edit?id=7"><span id="card">Кружка</span></a>
    <a href="/home/cards?q=7" id="search">Найти</a>
    <a href="https://example.test/home/cards/edit?id=7" id="other-site">Там</a>
    <a href="/home/cards/edit?nmId=7" id="from-wb">По артикулу WB</a>`;
  asked = [];
  // As in the app, what nobody wants is not kept.
  client = new QueryClient({ defaultOptions: { queries: { gcTime: 1, persister: answer } } });
  stop = askAtPress(client);
});

afterEach(() => {
  stop();
  client.clear();
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** In place of the server: what is asked for is noted. */
function answer(_ask: unknown, { queryKey }: { queryKey: readonly unknown[] }): unknown {
  asked.push([...queryKey]);
  return { id: 7 };
}

function press(id: string, how: PointerEventInit = {}) {
  const event = new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse', ...how });
  document.getElementById(id)?.dispatchEvent(event);
}

const cardData = () => client.getQueryData(oneCardQueries.byId(7).queryKey);

it('a card is asked for as the mouse goes down on a link to it, and kept until its page has it', async () => {
  press('card');
  await vi.waitFor(() => expect(asked).toEqual([['Card', 7]]));
  vi.useFakeTimers();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(cardData()).toEqual({ id: 7 });
});

it('a card whose page was not opened is let go', async () => {
  vi.useFakeTimers();
  press('card');
  await vi.waitFor(() => expect(cardData()).toEqual({ id: 7 }));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(cardData()).toBeUndefined();
});

it('nothing is asked for by a finger, another button, a key held, or a press on anything else', async () => {
  press('card', { pointerType: 'touch' });
  press('card', { button: 1 });
  press('card', { button: 2 });
  press('card', { ctrlKey: true });
  press('card', { metaKey: true });
  press('search');
  press('other-site');
  press('from-wb');
  press('card');
  await vi.waitFor(() => expect(asked).not.toEqual([]));
  expect(asked).toEqual([['Card', 7]]);
});
