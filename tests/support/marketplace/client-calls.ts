import type { CardToWrite } from '#server/marketplace/content-operations.ts';
import {
  marketplaceHosts,
  type MarketplaceHost,
  type OperationRequest,
  type Send,
} from '#server/marketplace/request.ts';
import { createShopClient, type ShopClient } from '#server/marketplace/shop-client.ts';

/**
 * Test support: a call of each operation that the client has, for whoever compares them with the marketplace's own documents. A new
 * operation fails the test of the client until it stands here.
 */
const card: CardToWrite = {
  vendorCode: 'КРУЖКА-1',
  title: 'Кружка 350 мл',
  description: 'Кружка для чая',
  brand: 'Керамия',
  dimensions: { lengthCm: 13, widthCm: 11, heightCm: 11, weightKg: 0.42 },
  characteristics: [
    { id: 1, value: 350 },
    { id: 2, value: ['керамика'] },
  ],
  sizes: [{ techSize: '0', wbSize: '', skus: ['2000000000015'] }],
};
const knownCard = { ...card, nmId: 5, sizes: [{ chrtId: 7, techSize: '0', wbSize: '', skus: [] }] };
const period = { dateFrom: '2026-11-01', dateTo: '2026-11-15' };

type Operation = Exclude<keyof ShopClient, 'theirTime'>;

export const calls: Record<Operation, (client: ShopClient) => Promise<unknown>> = {
  sellerInfo: (client) => client.sellerInfo(),
  ping: (client) => client.ping('CONTENT'),
  listSubjects: (client) => client.listSubjects({ name: 'Кружки', offset: 1000 }),
  listCharacteristics: (client) => client.listCharacteristics(812),
  listBrands: (client) => client.listBrands(812, 50),
  listColors: (client) => client.listColors(),
  listKinds: (client) => client.listKinds(),
  listCountries: (client) => client.listCountries(),
  listSeasons: (client) => client.listSeasons(),
  listVatRates: (client) => client.listVatRates(),
  listTnved: (client) => client.listTnved(69),
  listCards: (client) =>
    client.listCards({
      cursor: { updatedAt: '2026-11-01T00:00:00Z', nmId: 5 },
      textSearch: 'КРУЖКА',
      limit: 100,
      isDescending: true,
    }),
  uploadCards: (client) => client.uploadCards([{ subjectId: 812, cards: [card] }]),
  updateCards: (client) => client.updateCards([knownCard]),
  listCardErrors: (client) =>
    client.listCardErrors({
      cursor: { updatedAt: '2026-11-01T00:00:00Z', batchUuid: '7b1f4c2e-0000-4000-8000-000000000001' },
      isAscending: true,
    }),
  cardQuota: (client) => client.cardQuota(),
  moveCards: (client) => client.moveCards([5, 6], 7),
  saveMedia: (client) => client.saveMedia(5, ['https://images.example/1.jpg']),
  uploadMediaFile: (client) =>
    client.uploadMediaFile(5, 1, {
      name: '1.jpg',
      type: 'image/jpeg',
      bytes: new Uint8Array([255, 216, 255]),
    }),
  uploadVideoFile: (client) => client.uploadVideoFile(5, new Blob(['video'], { type: 'video/mp4' })),
  generateBarcodes: (client) => client.generateBarcodes(3),
  listTags: (client) => client.listTags(),
  createTag: (client) => client.createTag({ name: 'Хит', color: 'FFECC7' }),
  setCardTags: (client) => client.setCardTags(5, [1]),
  uploadPrices: (client) => client.uploadPrices([{ nmId: 5, priceRub: 1500, discount: 10 }]),
  uploadClubDiscounts: (client) => client.uploadClubDiscounts([{ nmId: 5, clubDiscount: 3 }]),
  priceTask: (client) => client.priceTask(9),
  priceTaskGoods: (client) => client.priceTaskGoods(9),
  bufferedTask: (client) => client.bufferedTask(9),
  bufferedTaskGoods: (client) => client.bufferedTaskGoods(9),
  listQuarantine: (client) => client.listQuarantine(),
  listPrices: (client) => client.listPrices([5]),
  listAllPrices: (client) => client.listAllPrices(1000),
  listOffices: (client) => client.listOffices(),
  listWarehouses: (client) => client.listWarehouses(),
  getStocks: (client) => client.getStocks(3, [7]),
  putStocks: (client) => client.putStocks(3, [{ chrtId: 7, amount: 5 }]),
  listPromotions: (client) =>
    client.listPromotions({ from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z', isAll: false }),
  promotionDetails: (client) => client.promotionDetails([1]),
  promotionGoods: (client) => client.promotionGoods(1, false),
  joinPromotion: (client) => client.joinPromotion(1, [5], true),
  listOrders: (client) => client.listOrders('2026-11-01T00:00:00'),
  listSales: (client) => client.listSales('2026-11-01T00:00:00'),
  dailyReportRows: (client) => client.dailyReportRows({ ...period, afterRrdId: 0 }),
  reportRows: (client) => client.reportRows({ ...period, afterRrdId: 0 }),
  listReports: (client) => client.listReports(period),
  listCommissions: (client) => client.listCommissions(),
  salesFunnel: (client) => client.salesFunnel({ nmIds: [5], ...period }),
};

const FILES: Record<MarketplaceHost, string> = {
  content: '02-items.yaml',
  prices: '02-items.yaml',
  marketplace: '02-items.yaml',
  calendar: '08-promotion.yaml',
  statistics: '12-reports.yaml',
  analytics: '11-analytics.yaml',
  finance: '13-finances.yaml',
  common: '01-general.yaml',
};
const GENERAL = '01-general.yaml';
const RATES = '10-rates.yaml';

/** The document that describes a request. */
export function documentOf({ host, path }: Pick<OperationRequest<unknown>, 'host' | 'path'>): string {
  if (path.startsWith('/api/v1/tariffs/')) return RATES;
  return path === '/ping' ? GENERAL : FILES[host];
}

/** The same of an address of the stand-in, «/prices/api/v2/…»; undefined: it is none of the marketplace's. */
export function documentedAddress(url: string): { file: string; path: string } | undefined {
  const [, name, ...rest] = url.split('/');
  const host = marketplaceHosts.find((known) => known === name);
  const path = `/${rest.join('/')}`;
  return host && { file: documentOf({ host, path }), path };
}

export const clientOver = (send: Send) => createShopClient(send, (ourMs) => ourMs);

/** What an operation would send. */
export async function requestOf(name: string): Promise<OperationRequest<unknown>> {
  let sent: OperationRequest<unknown> | undefined;
  const client = clientOver((request) => {
    sent = request;
    return Promise.reject(new Error('not sent'));
  });
  const call = calls[name as Operation]; // names come from the table
  await call(client).catch(() => undefined);
  if (!sent) throw new Error(`${name} sends nothing`);
  return sent;
}
