import type { calls } from './client-calls.ts';

/**
 * Test support: an answer of each operation of the client as the official documents describe it, every field that is read filled with
 * something that is no default, and two rows in each list.
 */
const contentAnswer = (data: unknown) => ({ data, error: false, errorText: '', additionalErrors: null });
const priceAnswer = (data: unknown) => ({ data, error: false, errorText: '' });
const twice = (row: object, others: object) => [row, { ...row, ...others }];

const card = {
  nmID: 98486,
  imtID: 7001,
  subjectID: 812,
  subjectName: 'Кружки',
  vendorCode: 'КРУЖКА-1',
  brand: 'Керамия',
  title: 'Кружка 350 мл',
  description: 'Кружка для чая',
  photos: [{ big: 'https://images.example/1.webp' }, { big: 'https://images.example/2.webp' }],
  video: 'https://images.example/1.mp4',
  dimensions: { length: 13, width: 11, height: 12, weightBrutto: 0.42, isValid: true },
  characteristics: [
    { id: 14177449, name: 'Цвет', value: ['белый'] },
    { id: 90745, name: 'Высота', value: 12 },
  ],
  sizes: [
    { chrtID: 3123515574, techSize: 'S', wbSize: '42', skus: ['2000000000015'] },
    { chrtID: 3123515575, techSize: 'M', wbSize: '44', skus: ['2000000000022'] },
  ],
  tags: [{ id: 3, name: 'Хит', color: 'FFECC7' }],
  createdAt: '2026-10-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
};
const task = {
  uploadID: 9,
  status: 3,
  uploadDate: '2026-11-01T10:00:00Z',
  activationDate: '2026-11-01T10:00:05Z',
  overAllGoodsNumber: 2,
  successGoodsNumber: 2,
};
const taskGoods = {
  nmID: 98486,
  vendorCode: 'КРУЖКА-1',
  sizeID: 3123515574,
  price: 1500,
  discount: 25,
  clubDiscount: 5,
  status: 3,
  errorText: 'Price quarantine',
};
const goods = {
  nmID: 98486,
  vendorCode: 'КРУЖКА-1',
  sizes: [
    { sizeID: 3123515574, price: 500, discountedPrice: 350, clubDiscountedPrice: 332.5, techSizeName: 'S' },
    { sizeID: 3123515575, price: 520, discountedPrice: 364, clubDiscountedPrice: 345.8, techSizeName: 'M' },
  ],
  discount: 30,
  clubDiscount: 5,
  editableSizePrice: true,
};
const promotion = {
  id: 123,
  name: 'Хиты года',
  startDateTime: '2026-11-05T21:00:00Z',
  endDateTime: '2026-11-15T21:00:00Z',
  type: 'regular',
};
const unit = {
  date: '2026-11-03T12:00:00',
  lastChangeDate: '2026-11-03T12:05:00',
  supplierArticle: 'КРУЖКА-1',
  nmId: 98486,
  barcode: '2000000000015',
  subject: 'Кружки',
  brand: 'Керамия',
  finishedPrice: 399.5,
  priceWithDisc: 450,
  srid: 'a1',
};
const reportRow = {
  rrdId: 15,
  reportId: 307401554,
  nmId: 98486,
  vendorCode: 'КРУЖКА-1',
  subjectName: 'Кружки',
  brandName: 'Керамия',
  sku: '2000000000015',
  techSize: 'S',
  docTypeName: 'Продажа',
  sellerOperName: 'Продажа',
  quantity: 1,
  retailPriceWithDisc: '450.00',
  retailAmount: '399.50',
  forPay: '310.15',
  deliveryService: '55.10',
  rebillLogisticCost: '1.35',
  paidStorage: '12.40',
  paidAcceptance: '8.65',
  penalty: '2.31',
  deduction: '3.00',
  additionalPayment: '-1.25',
  cashbackAmount: '2.10',
  cashbackDiscount: '1.90',
  cashbackCommissionChange: '0.20',
  paymentSchedule: '-1.00',
  acquiringFee: '14.89',
  bonusTypeName: 'Штраф',
  saleDt: '2026-11-03T12:00:00Z',
  rrDate: '2026-11-04',
  srid: 'a1',
};
const report = {
  reportId: 307401554,
  dateFrom: '2026-11-02',
  dateTo: '2026-11-08',
  createDate: '2026-11-09',
  reportType: 2,
  forPaySum: '183.79',
  deliveryServiceSum: '58.47',
  paidStorageSum: '26.84',
  paidAcceptanceSum: '43.81',
  deductionSum: '15.00',
  penaltySum: '7.61',
  additionalPaymentSum: '9.71',
  cashbackAmountSum: '2.00',
  cashbackDiscountSum: '1.90',
  cashbackCommissionChangeSum: '0.20',
  paymentSchedule: '-1.00',
  bankPaymentSum: '51.94',
};
const selected = {
  openCount: 45,
  cartCount: 34,
  orderCount: 19,
  orderSum: 1262,
  buyoutCount: 18,
  buyoutSum: 1200,
  cancelCount: 1,
  cancelSum: 62,
};
const warehouse = { id: 1, name: 'Подольск', officeId: 15, cargoType: 2, deliveryType: 3 };
const done = contentAnswer({});

export const wellFormedAnswers: Record<keyof typeof calls, unknown> = {
  sellerInfo: { name: 'ИП Соколова', sid: 'e8923014-e233-47q6', tin: '770000000001', tradeMark: 'Северика' },
  ping: { TS: '2026-11-01T10:00:00Z', Status: 'OK' },
  listSubjects: contentAnswer([
    { subjectID: 812, parentID: 5, subjectName: 'Кружки', parentName: 'Посуда' },
    { subjectID: 813, parentID: 5, subjectName: 'Тарелки', parentName: 'Посуда' },
  ]),
  listCharacteristics: contentAnswer(
    twice(
      {
        charcID: 54337,
        name: 'Высота',
        required: true,
        unitName: 'см',
        maxCount: 1,
        popular: true,
        charcType: 4,
        existNamedField: false,
      },
      { charcID: 54338, name: 'Цвет', charcType: 1, unitName: '' },
    ),
  ),
  listBrands: {
    brands: [
      { id: 1, logoUrl: '', name: 'Керамия' },
      { id: 2, logoUrl: '', name: 'Северика' },
    ],
    next: 1212,
    total: 344,
  },
  listColors: contentAnswer([
    { name: 'белый', parentName: 'светлый' },
    { name: 'чёрный', parentName: 'тёмный' },
  ]),
  listKinds: contentAnswer(['Мужской', 'Женский']),
  listCountries: contentAnswer([{ name: 'Россия', fullName: 'Российская Федерация' }, { name: 'Китай' }]),
  listSeasons: contentAnswer(['демисезон', 'лето']),
  listVatRates: contentAnswer(['20', '10']),
  listTnved: contentAnswer([
    { tnved: '6106903000', isKiz: true },
    { tnved: '6912002500', isKiz: false },
  ]),
  listCards: {
    cards: twice(card, { nmID: 98487, vendorCode: 'КРУЖКА-2' }),
    cursor: { updatedAt: '2026-11-01T10:00:00Z', nmID: 98487, total: 2 },
  },
  uploadCards: done,
  updateCards: done,
  listCardErrors: contentAnswer({
    items: [
      {
        batchUUID: '7b1f4c2e-0000-4000-8000-000000000001',
        vendorCodes: ['КРУЖКА-1'],
        errors: { 'КРУЖКА-1': ['Не заполнен цвет'] },
        updatedAt: '2026-11-01T10:00:00Z',
      },
    ],
    cursor: {
      next: true,
      updatedAt: '2026-11-01T10:00:00Z',
      batchUUID: '7b1f4c2e-0000-4000-8000-000000000001',
    },
  }),
  cardQuota: contentAnswer({ freeLimits: 1500, paidLimits: 10 }),
  moveCards: done,
  saveMedia: done,
  uploadMediaFile: done,
  uploadVideoFile: done,
  generateBarcodes: contentAnswer(['5032781145187', '5032781145188']),
  listTags: contentAnswer([
    { id: 3, name: 'Хит', color: 'FFECC7' },
    { id: 4, name: 'Новинка', color: 'D1CFD7' },
  ]),
  createTag: done,
  setCardTags: done,
  uploadPrices: priceAnswer({ id: 9, alreadyExists: false }),
  uploadClubDiscounts: priceAnswer({ id: 9, alreadyExists: false }),
  priceTask: priceAnswer(task),
  priceTaskGoods: { data: { uploadID: 9, historyGoods: twice(taskGoods, { nmID: 98487 }) } },
  bufferedTask: priceAnswer({ ...task, status: 1 }),
  bufferedTaskGoods: priceAnswer({ uploadID: 9, bufferGoods: twice(taskGoods, { nmID: 98487 }) }),
  listQuarantine: priceAnswer({
    quarantineGoods: twice(
      { nmID: 98486, sizeID: null, newPrice: 134, oldPrice: 4000, newDiscount: 25, oldDiscount: 20 },
      { nmID: 98487 },
    ),
  }),
  listPrices: priceAnswer({ listGoods: twice(goods, { nmID: 98487 }) }),
  listAllPrices: priceAnswer({ listGoods: twice(goods, { nmID: 98487 }) }),
  listOffices: twice(
    { id: 15, name: 'Коледино', address: 'ул. Троицкая', city: 'Москва', cargoType: 3, deliveryType: 2 },
    { id: 16 },
  ),
  listWarehouses: twice({ ...warehouse, isDeleting: true, isProcessing: true }, { id: 2 }),
  getStocks: {
    stocks: [
      { chrtId: 3123515574, amount: 10 },
      { chrtId: 3123515575, amount: 3 },
    ],
  },
  putStocks: undefined,
  listPromotions: { data: { promotions: twice(promotion, { id: 124 }) } },
  promotionDetails: {
    data: {
      promotions: twice(
        {
          ...promotion,
          description: 'Самые популярные товары',
          advantages: ['Плашка', 'Баннер'],
          inPromoActionTotal: 123,
          notInPromoActionTotal: 10,
          participationPercentage: 10.5,
          ranging: [{ condition: 'productsInPromotion', participationRate: 10, boost: 7 }],
        },
        { id: 124 },
      ),
    },
  },
  promotionGoods: {
    data: {
      nomenclatures: twice(
        { id: 98486, inAction: true, price: 1500, planPrice: 1000, discount: 15, planDiscount: 34 },
        { id: 98487 },
      ),
    },
  },
  joinPromotion: { data: { alreadyExists: false, uploadID: 11 } },
  listOrders: twice({ ...unit, isCancel: true }, { srid: 'a2' }),
  listSales: twice({ ...unit, saleID: 'S1', forPay: 310.15 }, { saleID: 'S2', srid: 'a2' }),
  dailyReportRows: twice(reportRow, { rrdId: 16 }),
  reportRows: twice(reportRow, { rrdId: 16 }),
  listReports: twice(report, { reportId: 307401555 }),
  listCommissions: {
    report: twice(
      {
        kgvpBooking: 14.5,
        kgvpMarketplace: 15.5,
        kgvpPickup: 14.5,
        kgvpSupplier: 12.5,
        kgvpSupplierExpress: 3,
        paidStorageKgvp: 12,
        parentID: 3,
        parentName: 'Посуда и инвентарь',
        subjectID: 812,
        subjectName: 'Кружки',
      },
      { subjectID: 813, paidStorageKgvp: 18 },
    ),
  },
  salesFunnel: {
    data: {
      products: [
        { product: { nmId: 98486 }, statistic: { selected } },
        { product: { nmId: 98487 }, statistic: { selected } },
      ],
      currency: 'RUB',
    },
  },
};
