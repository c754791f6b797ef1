import type { Seller, State } from '#simulator/state/state.ts';
import { liveCards } from '#simulator/state/card-index.ts';

const EFFECTS_SHOWN = 100;

const STYLE = `
  body { font: 14px/1.5 system-ui, sans-serif; margin: 24px auto; max-width: 1100px; padding: 0 16px; color: #1c1b22 }
  table { border-collapse: collapse; width: 100%; margin: 8px 0 32px }
  th, td { border-bottom: 1px solid #ddd; padding: 6px 10px; text-align: left; vertical-align: top }
  td.number, th.number { text-align: right; font-variant-numeric: tabular-nums }
`;

/** What the simulator holds and has seen, for a person. Without script; every value is escaped. */
export function inspectorPage(state: State, nowMs: number): string {
  const sellers = [...state.sellers.values()];
  return `<!doctype html>
<html lang="ru">
<head><meta charset="utf-8"><title>Симулятор Wildberries</title><style>${STYLE}</style></head>
<body>
<h1>Симулятор Wildberries</h1>
<p>Учебная замена Wildberries: все продавцы, карточки и продажи здесь вымышлены. Обновлено ${escapeText(new Date(nowMs).toISOString())}.</p>
<h2>Продавцы</h2>
<table>
<tr><th>Продавец</th><th>sid</th><th class="number">Карточки</th><th class="number">В корзине</th><th class="number">В очереди</th><th class="number">С ошибками</th><th class="number">Карантин</th><th class="number">Склады</th></tr>
${sellers.map(sellerRow).join('\n')}
</table>
<h2>Последние изменения</h2>
<table>
<tr><th>Когда</th><th>Продавец</th><th>Что</th><th>Артикул</th><th class="number">nmID</th><th>Подробности</th></tr>
${effectRows(sellers).join('\n')}
</table>
</body>
</html>`;
}

function sellerRow(seller: Seller): string {
  const live = liveCards(seller).length;
  const failed = seller.errorBatches.reduce((sum, batch) => sum + batch.rows.length, 0);
  const numbers = [
    live,
    seller.cards.size - live,
    seller.queue.length,
    failed,
    seller.quarantine.length,
    seller.warehouses.length,
  ];
  return `<tr><td>${escapeText(seller.name)}</td><td>${escapeText(seller.sid)}</td>${numbers
    .map((number) => `<td class="number">${String(number)}</td>`)
    .join('')}</tr>`;
}

function effectRows(sellers: Seller[]): string[] {
  return sellers
    .flatMap((seller) => seller.effects.slice(-EFFECTS_SHOWN).map((effect) => ({ seller, effect })))
    .sort((one, other) => other.effect.atMs - one.effect.atMs)
    .slice(0, EFFECTS_SHOWN)
    .map(({ seller, effect }) => {
      const texts = [new Date(effect.atMs).toISOString(), seller.name, effect.kind, effect.vendorCode].map(
        (text) => `<td>${escapeText(text)}</td>`,
      );
      const nmID = effect.nmID === 0 ? '' : String(effect.nmID);
      return `<tr>${texts.join('')}<td class="number">${nmID}</td><td>${escapeText(effect.detail)}</td></tr>`;
    });
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
