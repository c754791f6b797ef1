import type { CardDraft } from './state.ts';
import { characteristicsOf, isRequired } from '#simulator/reference/directory.ts';
import { isBrandRefused } from '#simulator/reference/brands-and-colors.ts';

/**
 * How to make the stand-in fail on purpose. Everything else it is sent succeeds.
 *
 * | send                                                    | get                                                               |
 * | ------------------------------------------------------- | ----------------------------------------------------------------- |
 * | article ending with `-ERR`                              | error list: «Карточка отклонена модерацией»                       |
 * | article ending with `-SLOW`                             | created or updated after 40 s (÷ speed)                           |
 * | article ending with `-NEVER`                            | 200, then nothing: neither a card nor an error                    |
 * | article of another card, also one still in work         | 400 «vendor code is used in other cards»                          |
 * | title with emoji                                        | error list: «…не должно содержать запрещенные символы: …»         |
 * | title over 60 characters                                | error list                                                        |
 * | e-mail in the description                               | error list: «Запрещено использовать E-Mail…»                      |
 * | description over 5000 characters                        | error list                                                        |
 * | a required characteristic missing, single card          | error list: «Не заполнена обязательная характеристика: …»         |
 * | the same in a group of several, or joining a group      | 400 «some items lacks required characteristics…»                  |
 * | equal characteristics within one group                  | 400 «non unique characteristics in one group»                     |
 * | brand with «неизвестн» or «unknown» in it               | error list: «Бренд не найден в справочнике»                       |
 * | barcode of another card                                 | error list: «Баркод … уже используется»                           |
 * | more cards than `freeLimits` of the seller              | error list: «Превышен лимит создания карточек»                    |
 * | more than 30 cards in a group, or of several subjects   | 400 «В группу можно объединить…», «…с разными предметами…»        |
 * | article ending with `-STAYS` moved between groups       | 200, the card stays in its group                                  |
 * | subject that is not in the directory                    | 400 «This category does not exist»                                |
 * | media/save with `bad` in one of the links               | 409, nothing is loaded                                            |
 * | media/save with `half` in one of the links              | 200, nothing is loaded                                            |
 * | discounted price ≤ a third of the old one               | task 5 or 6, the price stays, the item is in quarantine           |
 * | price of an article with `-STOCKSALE` in it             | item error «…added to the Sale due to high inventory»             |
 * | price 444444                                            | the whole task is cancelled (4)                                   |
 * | the prices that are set already                         | 400 «…are already set»                                            |
 * | the same price task while the first is in work          | 208 with the first one's id                                       |
 * | prices or stocks of a card a few seconds old            | 400 «All item Nos. are specified incorrectly…» / 409 NotFound     |
 * | stocks by `sku`                                         | 400 SKUUploadDisabled                                             |
 * | stocks with other field names                           | 204, nothing changes                                              |
 * | amount over 100 000                                     | 409 UploadDataLimit                                               |
 * | a warehouse made with isProcessing / isBlocked          | 409 StoreIsProcessing / 406 WarehouseStocksUpdateBlock            |
 * | goods of the wrong size class for the warehouse         | 409 CargoWarehouseRestriction…                                    |
 * | sales of an article with `-MISCOUNT` in it              | its lines are in the detailed report, not in the report's totals  |
 * | base token on the list of reports                       | 403 «base token is not allowed»                                   |
 * | read-only token on a call that writes                   | 403                                                               |
 *
 * Faults of the network are ordered through `PUT /_simulator/faults`.
 */
const SLOW_MS = 40_000;
const TITLE_LENGTH_MAX = 60;
const DESCRIPTION_LENGTH_MAX = 5000;
export const CANCELLING_PRICE = 444_444;

export const VENDOR_CODE_TAKEN =
  "bad request; Unexpected the specified card's vendor code is used in other cards";
export const REQUIRED_MISSING = 'some items lacks required characteristics. please fill them and try again.';
export const QUARANTINED =
  'The new price is several times lower than the current price. Item has been moved to Price Quarantine';
export const STOCK_SALE = "You can't change the item price. Item was added to the Sale due to high inventory";

export function isLostForEver(vendorCode: string): boolean {
  return vendorCode.endsWith('-NEVER');
}

/** How long the queue holds a card, before it is divided by the speed. */
export function queueDelayMs(vendorCode: string, usualMs: number): number {
  return vendorCode.endsWith('-SLOW') ? SLOW_MS : usualMs;
}

export function isInStockSale(vendorCode: string): boolean {
  return vendorCode.includes('-STOCKSALE');
}

/** The totals of a report forget this article's lines: what a seller finds by adding them up. */
export function isLeftOutOfTotals(vendorCode: string): boolean {
  return vendorCode.includes('-MISCOUNT');
}

export function isQuarantined(
  old: { price: number; discount: number },
  next: { price: number; discount: number },
) {
  if (old.price === 0) return false;
  return next.price * (100 - next.discount) * 3 <= old.price * (100 - old.discount);
}

export function mediaOutcome(links: readonly string[]): 'loaded' | 'refused' | 'ignored' {
  if (links.some((link) => link.includes('bad') || !/^https?:\/\//.test(link))) return 'refused';
  return links.some((link) => link.includes('half')) ? 'ignored' : 'loaded';
}

/** Texts for the error list; empty when moderation lets the card through. */
export function moderationErrors(draft: CardDraft): string[] {
  const errors: string[] = [];
  if (draft.vendorCode.endsWith('-ERR'))
    errors.push('Карточка отклонена модерацией: проверьте описание и фото');
  const forbidden = [...new Set(draft.title.match(/\p{Extended_Pictographic}/gu))];
  if (forbidden.length > 0) {
    errors.push(`Поле Наименование не должно содержать запрещенные символы: ${forbidden.join(' ')}`);
  }
  if (Array.from(draft.title).length > TITLE_LENGTH_MAX) {
    errors.push(`Поле Наименование не должно быть длиннее ${String(TITLE_LENGTH_MAX)} символов`);
  }
  if (/[^\s@]+@[^\s@]+\.[^\s@]+/.test(draft.description))
    errors.push('Запрещено использовать E-Mail в поле Описание');
  if (draft.description.length > DESCRIPTION_LENGTH_MAX) {
    errors.push(`Поле Описание не должно быть длиннее ${String(DESCRIPTION_LENGTH_MAX)} символов`);
  }
  for (const missing of missingRequired(draft)) {
    errors.push(`Не заполнена обязательная характеристика: ${missing.name}`);
  }
  if (isBrandRefused(draft.brand)) errors.push('Бренд не найден в справочнике');
  return errors;
}

export function missingRequired(draft: CardDraft): { id: number; name: string }[] {
  const filled = new Set(
    draft.characteristics.filter((entry) => isFilled(entry.value)).map((entry) => entry.id),
  );
  return characteristicsOf(draft.subjectID)
    .filter((characteristic) => isRequired(characteristic) && !filled.has(characteristic.id))
    .map(({ id, name }) => ({ id, name }));
}

function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((entry) => entry !== '' && entry !== null);
  return value !== undefined && value !== null && value !== '';
}

/** Ids of the characteristics in which a group's cards may differ and do not (empty when they do, or there are none). */
export function equalVariableCharacteristics(drafts: readonly CardDraft[]): number[] {
  const [first] = drafts;
  if (!first || drafts.length < 2) return [];
  const variable = characteristicsOf(first.subjectID).filter((characteristic) => characteristic.isVariable);
  if (variable.length === 0) return [];
  const signatures = drafts.map((draft) =>
    JSON.stringify(
      variable.map(({ id }) => draft.characteristics.find((entry) => entry.id === id)?.value ?? null),
    ),
  );
  return new Set(signatures).size < signatures.length ? variable.map(({ id }) => id) : [];
}
