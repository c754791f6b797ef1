import { dayText } from '#simulator/state/moscow-time.ts';
import { hashOf } from '#simulator/state/random.ts';
import { documentOf, type MoneyRow } from './money-row.ts';
import { goodsOf } from './sales-generator.ts';
import { isLeftOutOfTotals } from '#simulator/state/triggers.ts';
import type { Seller } from '#simulator/state/state.ts';

export interface Report {
  reportId: number;
  type: MoneyRow['reportType'];
  fromDay: number;
  toDay: number;
  createDay: number;
}

const IDS_PER_DAY = 1_000_000;
const CURRENCY = 'RUB';

export function rowIdsFrom(day: number): number {
  return day * IDS_PER_DAY;
}

/** Amounts are decimal texts without needless zeros: "376.99", "1249", "0". */
function rubles(kopecks: number): string {
  const rest = Math.abs(kopecks % 100);
  const whole = String(Math.trunc(Math.abs(kopecks) / 100));
  const sign = kopecks < 0 ? '-' : '';
  if (rest === 0) return sign + whole;
  return `${sign}${whole}.${String(rest).padStart(2, '0').replace(/0$/, '')}`;
}

/** One line of the detailed report, with every field that the documents require. */
export function reportRow(seed: number, seller: Seller, report: Report, rrdId: number, row: MoneyRow) {
  const { order } = row;
  const goods = order ? goodsOf(order) : undefined;
  const key = hashOf(seed, rrdId, seller.ordinal);
  const isGoods = row.quantity > 0;
  const noDate = dayText(row.day);
  return {
    reportId: report.reportId,
    dateFrom: dayText(report.fromDay),
    dateTo: dayText(report.toDay),
    createDate: dayText(report.createDay),
    currency: CURRENCY,
    reportType: report.type,
    rrdId,
    giId: order ? 50_000_000 + (hashOf(order.srid) % 9_000_000) : 0,
    dlvPrc: row.delivery > 0 ? 1.8 : 0,
    fixTariffDateFrom: noDate,
    fixTariffDateTo: noDate,
    subjectName: goods?.subject ?? '',
    nmId: goods?.nmId ?? 0,
    brandName: goods?.brand ?? '',
    vendorCode: goods?.vendorCode ?? '',
    title: order?.card.title ?? '',
    techSize: goods?.techSize ?? '',
    sku: goods?.barcode ?? '',
    docTypeName: documentOf(row),
    quantity: row.quantity,
    retailPrice: rubles(row.retail),
    retailAmount: rubles(row.realized),
    salePercent: isGoods ? (order?.discount ?? 0) : 0,
    commissionPercent: row.commissionPercent,
    officeName: 'Склад WB',
    sellerOperName: row.operation,
    orderDt: order ? new Date(order.orderedMs).toISOString() : `${noDate}T00:00:00Z`,
    saleDt: order
      ? new Date(row.operation === 'Возврат' ? order.returnedMs : order.decidedMs).toISOString()
      : `${noDate}T00:00:00Z`,
    rrDate: dayText(row.day),
    shkId: order ? 1_000_000_000 + (hashOf(order.srid, 'shk') % 900_000_000) : 0,
    retailPriceWithDisc: rubles(row.retailWithDiscount),
    deliveryAmount: row.deliveries,
    returnAmount: row.returns,
    deliveryService: rubles(row.delivery),
    giBoxTypeName: order ? 'Микс' : '',
    productDiscountForReport: isGoods ? (order?.discount ?? 0) : 0,
    sellerPromo: '0',
    spp: isGoods ? (order?.spp ?? 0) : 0,
    kvwBase: row.commissionPercent,
    kvw: row.commissionPercent,
    supRatingUp: 0,
    isKgvpV2: 0,
    ppvzSalesCommission: rubles(row.reward),
    forPay: rubles(row.forPay),
    ppvzReward: '0',
    acquiringFee: rubles(row.acquiring),
    acquiringPercent: row.acquiringPercent,
    paymentProcessing: isGoods ? 'Комиссия за организацию платежа с НДС' : '',
    acquiringBank: '',
    vw: rubles(row.reward),
    vwNds: rubles(row.rewardVat),
    ppvzOfficeName: order?.region.regionName ?? '',
    ppvzOfficeId: order ? 100_000 + (hashOf(order.region.regionName) % 9000) : 0,
    ppvzSupplierName: '',
    ppvzSupplierInn: '',
    declarationNumber: '',
    bonusTypeName: row.bonusTypeName,
    stickerId: order ? String(hashOf(order.srid, 'sticker')) : '',
    country: order ? 'Россия' : '',
    srvDbs: false,
    penalty: rubles(row.penalty),
    additionalPayment: rubles(row.additionalPayment),
    rebillLogisticCost: rubles(row.rebill),
    rebillLogisticOrg: '',
    paidStorage: rubles(row.storage),
    deduction: rubles(row.deduction),
    paidAcceptance: rubles(row.acceptance),
    orderId:
      order?.isSellerWarehouse === true ? 2_000_000_000 + (hashOf(order.srid, 'order') % 900_000_000) : 0,
    kiz: '',
    isB2b: false,
    trbxId: '',
    installmentCofinancingAmount: '0',
    wibesDiscountPercent: 0,
    cashbackAmount: rubles(row.cashback),
    cashbackDiscount: '0',
    cashbackCommissionChange: '0',
    paymentSchedule: '0',
    deliveryMethod: order ? (order.isSellerWarehouse ? 'FBS, (МГТ)' : 'FBW, (МГТ)') : '',
    sellerPromoId: 0,
    sellerPromoDiscount: 0,
    loyaltyId: 0,
    loyaltyDiscount: 0,
    uuidPromocode: '',
    salePricePromocodeDiscountPrc: 0,
    articleSubstitution: '',
    salePriceAffiliatedDiscountPrc: 0,
    agencyVat: 0,
    salePriceWholesaleDiscountPrc: 0,
    b2bCustomerTin: '',
    paidWithSocialCertificate: false,
    warehouseLogisticsCoeff: row.delivery > 0 ? 1 : 0,
    orderUid: order ? `id${String(key)}${order.gNumber}` : '',
    srid: order?.srid ?? '',
  };
}

/** One line of the list of reports; what is to be paid follows from its own columns. */
export function reportSummary(seller: Seller, report: Report, rows: readonly MoneyRow[]) {
  const counted = rows.filter(({ order }) => !isLeftOutOfTotals(order?.card.vendorCode ?? ''));
  const sum = (amount: (row: MoneyRow) => number) =>
    counted.reduce((total, row) => total + (documentOf(row) === 'Возврат' ? -1 : 1) * amount(row), 0);
  const realized = sum((row) => row.realized);
  const forPay = sum((row) => row.forPay);
  const logistics = sum((row) => row.delivery + row.rebill);
  const storage = sum((row) => row.storage);
  const acceptance = sum((row) => row.acceptance);
  const deduction = sum((row) => row.deduction);
  const penalty = sum((row) => row.penalty);
  const cashback = sum((row) => row.cashback);
  const additionalPayment = sum((row) => row.additionalPayment);
  return {
    reportId: report.reportId,
    sellerFinanceName: seller.name,
    dateFrom: dayText(report.fromDay),
    dateTo: dayText(report.toDay),
    createDate: dayText(report.createDay),
    currency: CURRENCY,
    reportType: report.type,
    retailAmountSum: rubles(realized),
    forPaySum: rubles(forPay),
    avgSalePercent: 0,
    deliveryServiceSum: rubles(logistics),
    paidStorageSum: rubles(storage),
    paidAcceptanceSum: rubles(acceptance),
    deductionSum: rubles(deduction),
    penaltySum: rubles(penalty),
    additionalPaymentSum: rubles(additionalPayment),
    cashbackAmountSum: rubles(cashback),
    cashbackDiscountSum: '0',
    cashbackCommissionChangeSum: '0',
    paymentSchedule: '0',
    bankPaymentSum: rubles(
      forPay - logistics - storage - acceptance - deduction - penalty - cashback - additionalPayment,
    ),
  };
}
