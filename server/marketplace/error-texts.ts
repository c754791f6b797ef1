/**
 * The marketplace's own sentences, in the words of a seller. A text that is not here passes as it came: a strange
 * sentence from the marketplace helps more than «Неизвестная ошибка».
 */
interface KnownText {
  pattern: RegExp;
  code: string;
  detail: string;
}

const KNOWN_TEXTS: KnownText[] = [
  // Cards
  {
    pattern: /^invalid request format|^неправильный запрос/i,
    code: 'bad_format',
    detail: 'Wildberries не смог прочитать запрос',
  },
  {
    pattern: /cannot be created without a vendorcode/i,
    code: 'vendor_code_missing',
    detail: 'Не указан артикул продавца',
  },
  {
    pattern: /vendor code is used in other cards/i,
    code: 'vendor_code_taken',
    detail: 'Артикул продавца уже занят другой карточкой этого магазина',
  },
  {
    pattern: /this category does not exist/i,
    code: 'subject_unknown',
    detail: 'Такого предмета нет на Wildberries',
  },
  {
    pattern: /lacks required characteristics/i,
    code: 'required_missing',
    detail: 'Не заполнены обязательные характеристики',
  },
  {
    pattern: /non unique characteristics in one group/i,
    code: 'not_unique',
    detail: 'Характеристики карточек в одной группе должны различаться',
  },
  // Groups of cards
  {
    pattern: /^все карточки находятся в одной группе/i,
    code: 'same_group',
    detail: 'Эти карточки уже в одной склейке',
  },
  {
    pattern: /недопустимо отправлять дублирующиеся запросы/i,
    code: 'duplicate_request',
    detail: 'Такой запрос уже выполняется',
  },
  {
    pattern: /^указан несуществующий imt/i,
    code: 'group_unknown',
    detail: 'Склейки на Wildberries больше нет: она изменилась там после нашего чтения',
  },
  {
    pattern: /^указан несуществующий nmid/i,
    code: 'card_unknown',
    detail: 'Wildberries не нашёл карточку: возможно, она в корзине',
  },
  {
    pattern: /не больше 30 карточек/i,
    code: 'group_full',
    detail: 'В склейке помещается до 30 карточек, и в ней уже столько, что эти не войдут',
  },
  {
    pattern: /с разными предметами/i,
    code: 'other_subject',
    detail: 'В одной склейке могут быть карточки только одного предмета',
  },
  // Tags
  {
    pattern: /^исчерпан лимит на создание ярлыков/i,
    code: 'tags_full',
    detail: 'В магазине уже 15 ярлыков, больше Wildberries не хранит. Лишний удаляется в кабинете продавца',
  },
  {
    pattern: /^ярлык с таким именем уже существует/i,
    code: 'tag_exists',
    detail: 'Ярлык с таким названием в магазине уже есть',
  },
  {
    pattern: /request body too long/i,
    code: 'too_large',
    detail: 'Запрос больше, чем принимает Wildberries',
  },
  // Prices
  {
    pattern: /all item nos\. are specified incorrectly/i,
    code: 'goods_unknown',
    detail: 'Wildberries пока не знает этих товаров в ценах или такие цены уже установлены',
  },
  {
    pattern: /already set|same as those already set/i,
    code: 'already_set',
    detail: 'Такие цены и скидки уже установлены',
  },
  { pattern: /task already exists/i, code: 'already_exists', detail: 'Такая загрузка цен уже выполняется' },
  {
    pattern: /price quarantine/i,
    code: 'quarantine',
    detail: 'Карантин цен: новая цена в три раза ниже прежней или ещё меньше. Цена не изменена',
  },
  {
    pattern: /sale due to high inventory/i,
    code: 'stock_sale',
    detail: 'Товар участвует в распродаже остатков: цену изменить нельзя',
  },
  {
    pattern: /switching to another currency/i,
    code: 'currency_switch',
    detail: 'Идёт смена валюты: цены и скидки пока нельзя менять',
  },
  { pattern: /maximum of 1\s?000 items/i, code: 'too_many', detail: 'Больше 1000 товаров в одной загрузке' },
  { pattern: /duplicate (item nos|size ids)/i, code: 'duplicate', detail: 'Товар указан дважды' },
  {
    pattern: /price should be a whole number/i,
    code: 'price_invalid',
    detail: 'Цена должна быть целым числом рублей',
  },
  { pattern: /invalid price value/i, code: 'price_invalid', detail: 'Недопустимая цена' },
  {
    pattern: /invalid discount value|club discount column/i,
    code: 'discount_invalid',
    detail: 'Недопустимая скидка',
  },
  {
    pattern: /price and discount not specified|^empty data/i,
    code: 'empty',
    detail: 'Не указаны цена и скидка',
  },
  {
    pattern: /invalid item no|item with the specified no\. was not found/i,
    code: 'goods_unknown',
    detail: 'Wildberries не нашёл товар с таким артикулом',
  },
  { pattern: /^invalid size/i, code: 'size_unknown', detail: 'У товара нет такого размера' },
  { pattern: /^invalid data format/i, code: 'bad_format', detail: 'Wildberries не смог прочитать запрос' },
  { pattern: /^unexpected result/i, code: 'unexpected', detail: 'Wildberries не смог выполнить запрос' },
  // Tokens and the gateway
  {
    pattern: /base token is not allowed/i,
    code: 'base_token',
    detail: 'Базовый токен для этого не подходит',
  },
  {
    pattern: /read-only token/i,
    code: 'read_only',
    detail: 'Токен только для чтения',
  },
  {
    pattern: /token scope not allowed/i,
    code: 'not_covered',
    detail: 'У токена нет нужной категории',
  },
  { pattern: /token is expired/i, code: 'expired', detail: 'Срок действия токена истёк' },
  { pattern: /token is withdrawn/i, code: 'revoked', detail: 'Токен отозван' },
  { pattern: /test token|sandbox/i, code: 'sandbox', detail: 'Это токен тестового контура Wildberries' },
  { pattern: /^access denied/i, code: 'denied', detail: 'Wildberries запретил этот запрос' },
  {
    pattern: /^unprocessable entity/i,
    code: 'unprocessable',
    detail: 'Wildberries не смог выполнить запрос',
  },
];

/** Codes of the host of warehouses and stocks. */
const KNOWN_CODES: Record<string, string> = {
  UploadDataLimit: 'Остаток больше 100 000 штук',
  CargoWarehouseRestrictionMGT: 'Склад не подходит для малогабаритного товара',
  CargoWarehouseRestrictionSGT: 'Сверхгабаритный товар можно хранить только на складе СГТ',
  CargoWarehouseRestrictionSGTKGTPlus: 'Крупногабаритный товар можно хранить только на складе СГТ или КГТ+',
  CargoWarehouseRestrictionKGTPlus: 'Крупногабаритный товар можно хранить только на складе КГТ+',
  StoreIsProcessing: 'Склад обновляется на стороне Wildberries, попробуйте через несколько минут',
  WarehouseStocksUpdateBlock: 'Склад обновляется на стороне Wildberries, попробуйте через несколько минут',
  StatusNotAcceptable: 'Wildberries заблокировал обновление остатков этого магазина',
  ProductPropertyConflict: 'Товар нельзя продавать по схеме этого склада',
  DeliveryTypeRestriction: 'Товары этой категории нельзя продавать с таким типом доставки',
  NotFound: 'Wildberries не нашёл склад или размер товара',
  SKUUploadDisabled: 'Остатки принимаются только по размерам товара',
  IncorrectRequestBody: 'Wildberries не смог прочитать запрос',
  IncorrectRequest: 'Wildberries не принял данные запроса',
  IncorrectParameter: 'Wildberries не принял параметры запроса',
  WarehouseNameInvalid: 'Недопустимое название склада',
  AccessDenied: 'Wildberries запретил этот запрос',
};

/** The seller's words for a text of the marketplace, with the cause's stable code when the text is known. */
export function translate(text: string): { detail: string; code: string | undefined } {
  const known = KNOWN_TEXTS.find((entry) => entry.pattern.test(text));
  return known ? { detail: known.detail, code: known.code } : { detail: text.trim(), code: undefined };
}

export function translateCode(code: string, message: string): string {
  return KNOWN_CODES[code] ?? (message.trim() === '' ? code : message.trim());
}

/** «missing required characteristics with ids: {1}, {2}» → [1, 2] */
export function characteristicIdsIn(text: string): number[] {
  const [, list] = /ids?:\s*(.+)$/i.exec(text) ?? [];
  return [...(list ?? '').matchAll(/\d+/g)].map(([digits]) => Number(digits));
}
