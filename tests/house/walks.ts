import { readFileSync } from 'node:fs';

interface Stop {
  file: string;
  /** What is called there. */
  name: string;
  /** How one gets here when the file before does not name it: over HTTP, through the queue, handed in at the start. */
  by?: string;
}

/** What a newcomer reads to follow one thing from the screen to its end. README tells them; a test holds them true. */
export const walks: readonly { name: string; mostFiles: number; stops: readonly Stop[] }[] = [
  {
    name: 'a list, from its page to the network',
    mostFiles: 6,
    stops: [
      { file: 'src/pages/cards/list/card-list-page.tsx', name: 'CardListPage' },
      { file: 'src/pages/cards/list/use-card-window.ts', name: 'useCardWindow' },
      { file: 'src/api/cards.ts', name: 'cardQueries' },
      { file: 'src/api/fetch-query.ts', name: 'fetchQuery' },
      { file: 'src/api/client.ts', name: 'callWithMeta' },
      { file: 'src/api/http/exchange.ts', name: 'exchange' },
    ],
  },
  {
    name: 'a saved card, from its button to SQL',
    mostFiles: 14,
    stops: [
      { file: 'src/pages/cards/edit/card-editor.tsx', name: 'useCardEditor' },
      { file: 'src/pages/cards/edit/use-card-editor.ts', name: 'useCardEditor' },
      { file: 'src/pages/cards/edit/save-card.ts', name: 'saveOnDevice' },
      { file: 'src/offline/outbox/user-outbox.ts', name: 'outbox' },
      { file: 'src/offline/outbox/outbox.ts', name: 'createOutbox' },
      { file: 'src/offline/outbox/edit-rules.ts', name: 'addEdit' },
      { file: 'src/offline/outbox/outbox-store.ts', name: 'change', by: 'handed in by user-outbox.ts' },
      { file: 'src/offline/outbox/record-sender.ts', name: 'createRecordSender', by: 'outbox.ts' },
      { file: 'src/offline/outbox/send-record.ts', name: 'sendRecord', by: 'handed in by user-outbox.ts' },
      { file: 'src/api/client.ts', name: 'call' },
      { file: 'src/api/http/exchange.ts', name: 'exchange' },
      { file: 'server/http/serve.ts', name: 'serve', by: 'PATCH /cards/{id}/' },
      { file: 'server/cards/routes.ts', name: 'updateCardEndpoint', by: 'its handler' },
      { file: 'server/cards/card-writes.ts', name: 'updateCard' },
    ],
  },
  {
    name: 'a shipment, from the dialog to the marketplace',
    mostFiles: 12,
    stops: [
      { file: 'src/pages/cards/send/send-cards-dialog.tsx', name: 'SendCardsDialog' },
      { file: 'src/api/card-sending.ts', name: 'useSendCards' },
      { file: 'src/api/client.ts', name: 'call' },
      { file: 'src/api/http/exchange.ts', name: 'exchange' },
      { file: 'server/shipments/routes.ts', name: 'registerShipmentRoutes', by: 'POST /cards/send/' },
      { file: 'server/shipments/create-shipment.ts', name: 'createShipment' },
      { file: 'server/shipments/store/runs.ts', name: 'startRuns' },
      { file: 'server/shipments/run/advance-shipment-job.ts', name: 'advanceShipmentJob', by: 'the queue' },
      { file: 'server/shipments/steps/send-cards-step.ts', name: 'sendFreshCards' },
      { file: 'server/marketplace/content-operations.ts', name: 'uploadCards', by: 'the shop’s client' },
      { file: 'server/marketplace/send-request.ts', name: 'createSend', by: 'the shop’s client' },
      { file: 'server/marketplace/http-exchange.ts', name: 'exchange' },
    ],
  },
];

/** What is wrong with a walk: a name that its file does not have, or that the file before does not mention. */
export function problemsOf(stops: readonly Stop[]): string[] {
  const texts = stops.map(({ file }) => readFileSync(file, 'utf8'));
  return stops.flatMap(({ file, name, by }, index) => {
    const isThere = mentions(texts[index] ?? '', name);
    const before = index === 0 || by !== undefined || mentions(texts[index - 1] ?? '', name);
    return [
      ...(isThere ? [] : [`${file} has no ${name}`]),
      ...(before ? [] : [`${String(stops[index - 1]?.file)} does not mention ${name}`]),
    ];
  });
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text);
}
