import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { loadQuietly } from '#lib/load-quietly.ts';
import { paths } from '#lib/paths.ts';

/** A press is over by then, or was none. */
const HELD_FOR_MS = 3_000;

/**
 * A card is asked for, and its page's code, as the mouse goes down on a link to it: until the button is up again, a tenth of a second
 * later, both are often there, and the page is drawn once. A finger that goes down may begin to scroll. Returns the way to stop.
 */
export function askAtPress(queryClient: QueryClient): () => void {
  const onPress = (event: PointerEvent) => {
    const id = event.pointerType === 'mouse' && isPlain(event) ? cardOfLink(event.target) : undefined;
    if (id !== undefined) void askForCard(queryClient, id);
  };
  document.addEventListener('pointerdown', onPress);
  return () => document.removeEventListener('pointerdown', onPress);
}

/** What does not come is asked for again by the page, which tells of it. */
async function askForCard(queryClient: QueryClient, id: number): Promise<void> {
  const parts = () =>
    Promise.all([import('#api/one-card.ts'), import('#pages/cards/edit/card-edit-page.tsx')]);
  const [card] = (await loadQuietly(parts).catch(() => undefined)) ?? [];
  if (!card) return;
  // Unused data is not kept: somebody has to want it until the page does.
  const release = new QueryObserver(queryClient, card.oneCardQueries.byId(id)).subscribe(() => undefined);
  setTimeout(release, HELD_FOR_MS);
}

/** Any other press opens a window, a tab or a menu. */
function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }: PointerEvent): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
}

function cardOfLink(target: EventTarget | null): number | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link?.origin !== window.location.origin || link.pathname !== paths.cardEdit) return undefined;
  return Number(new URLSearchParams(link.search).get('id')) || undefined;
}
