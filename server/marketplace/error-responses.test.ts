import { expect, it } from 'vitest';
import { errorOfResponse, errorOfSuccess } from './error-responses.ts';

const of = (status: number, body: unknown, retryAfterSeconds?: number) =>
  errorOfResponse({
    status,
    retryAfterSeconds,
    text: typeof body === 'string' ? body : JSON.stringify(body),
  });

const problem = (status: number, title: string, detail: string) => ({
  title,
  detail,
  code: '71d3de1b',
  requestId: 'MN8usr6RfrzWHZfucSvNgb',
  origin: 's2s-api-auth-content',
  status,
});
const content = (errorText: string, additionalErrors: unknown = {}) => ({
  data: null,
  error: true,
  errorText,
  additionalErrors,
});

it.each([
  [
    400,
    content("bad request; Unexpected the specified card's vendor code is used in other cards"),
    {
      kind: 'rejected',
      code: 'vendor_code_taken',
      detail: ['Артикул продавца уже занят другой карточкой этого магазина'],
    },
  ],
  [
    400,
    content('This category does not exist', { id: '342342' }),
    { kind: 'rejected', code: 'subject_unknown', rows: [] },
  ],
  [
    400,
    content('Недопустимое значение наименования ярлыка', { description: 'Слишком длинное название' }),
    { detail: ['Недопустимое значение наименования ярлыка', 'Слишком длинное название'], rows: [] },
  ],
  [
    400,
    content('Новая неизвестная ошибка', null),
    { kind: 'rejected', detail: ['Новая неизвестная ошибка'] },
  ],
  [
    400,
    { data: null, error: true, errorText: 'The specified prices and discounts are already set' },
    { kind: 'rejected', code: 'already_set' },
  ],
  [
    400,
    {
      data: null,
      error: true,
      errorText:
        'All item Nos. are specified incorrectly, or the specified prices and discounts are already set',
    },
    { kind: 'rejected', code: 'goods_unknown' },
  ],
  [
    400,
    { code: 'SKUUploadDisabled', message: "Uploading stock is not allowed by 'sku'", data: null },
    {
      kind: 'rejected',
      code: 'SKUUploadDisabled',
      detail: ['Остатки принимаются только по размерам товара'],
    },
  ],
  [404, { code: 'NotFound', message: '' }, { kind: 'rejected', code: 'NotFound' }],
  [406, { code: 'WarehouseStocksUpdateBlock', message: 'The warehouse is processing' }, { kind: 'rejected' }],
  [409, { code: 'Новый', message: 'Что-то новое' }, { detail: ['Что-то новое'] }],
  [
    409,
    [
      { code: 'NotFound', message: 'Not found', data: [{ sku: '', chrtId: 11, amount: 1 }] },
      {
        code: 'UploadDataLimit',
        message: 'Upload limit exceeded.',
        data: [{ sku: '', chrtId: 12, amount: 100_001 }],
      },
    ],
    {
      kind: 'rejected',
      rows: [
        { chrtId: 11, code: 'NotFound', detail: 'Wildberries не нашёл склад или размер товара' },
        { chrtId: 12, code: 'UploadDataLimit', detail: 'Остаток больше 100 000 штук' },
      ],
    },
  ],
  [
    409,
    [{ code: 'StoreIsProcessing', message: 'The store is processing' }],
    { code: 'StoreIsProcessing', rows: [] },
  ],
  [
    401,
    problem(401, 'unauthorized', 'token problem; token is malformed'),
    {
      kind: 'token',
      requestId: 'MN8usr6RfrzWHZfucSvNgb',
      detail: ['Wildberries не принял токен: он отозван или истёк'],
    },
  ],
  [401, problem(401, 'unauthorized', 'token scope not allowed'), { kind: 'token', code: 'not_covered' }],
  [403, problem(403, 'forbidden', 'base token is not allowed'), { kind: 'token', code: 'base_token' }],
  [
    403,
    content('Access denied', 'read-only token scope not allowed for this route'),
    { kind: 'token', code: 'read_only', detail: ['Токен только для чтения'] },
  ],
  [
    402,
    { title: 'payment required', detail: 'x' },
    { kind: 'rejected', detail: ['Wildberries требует оплатить доступ к этому методу'] },
  ],
  [413, problem(413, 'request body too long', 'https://openapi'), { kind: 'rejected', code: 'too_large' }],
  [422, { errorText: 'Unprocessable entity' }, { kind: 'rejected', code: 'unprocessable' }],
  [451, { title: 'unavailable', detail: 'legal' }, { kind: 'rejected', detail: ['unavailable: legal'] }],
  [400, { errors: ['dateFrom: field required'] }, { kind: 'rejected', detail: ['dateFrom: field required'] }],
  [400, { errors: 'dateFrom: Value not validated' }, { detail: ['dateFrom: Value not validated'] }],
  [400, 'Request body can not be decoded', { kind: 'rejected', detail: ['Request body can not be decoded'] }],
  [400, '<html><body>blocked</body></html>', { kind: 'unavailable' }],
  [404, '', { kind: 'unavailable' }],
  [302, '', { kind: 'unavailable' }],
  [408, '', { kind: 'unavailable' }],
  [499, '', { kind: 'unavailable' }],
  [500, problem(500, 'internal error', 'x'), { kind: 'unavailable', requestId: 'MN8usr6RfrzWHZfucSvNgb' }],
  [526, 'nope', { kind: 'unavailable', detail: ['Wildberries временно недоступен (код 526)'] }],
])('makes one error of the answer %i %o', (status, body, expected) => {
  const error = of(status, body);
  expect(error).toMatchObject(expected);
  expect(error.status).toBe(status);
  expect(error.detail.join('')).not.toBe('');
});

it('names the characteristics that each card of a request lacks', () => {
  const error = of(
    400,
    content('some items lacks required characteristics. please fill them and try again.', {
      'КРУЖКА-1': 'missing required characteristics with ids: {11}, {12}',
      'КРУЖКА-2': 'missing required characteristics with ids: {11}',
    }),
  );
  expect(error.rows).toEqual([
    {
      vendorCode: 'КРУЖКА-1',
      code: 'required_missing',
      characteristicIds: [11, 12],
      detail: 'Не заполнены обязательные характеристики',
    },
    {
      vendorCode: 'КРУЖКА-2',
      code: 'required_missing',
      characteristicIds: [11],
      detail: 'Не заполнены обязательные характеристики',
    },
  ]);
});

it('waits exactly as long as a 429 says', () => {
  const before = Date.now();
  const retryAtMs = of(429, problem(429, 'too many requests', 'limited'), 37).retryAt?.getTime() ?? 0;
  expect(retryAtMs - before).toBeGreaterThanOrEqual(37_000);
  expect(retryAtMs - Date.now()).toBeLessThanOrEqual(37_000);
});

it('sees the refusal inside a success', () => {
  expect(errorOfSuccess(content('This category does not exist'), 200)?.code).toBe('subject_unknown');
  expect(errorOfSuccess({ data: [], error: false, errorText: '' }, 200)).toBeUndefined();
  expect(errorOfSuccess([], 200)).toBeUndefined();
});
