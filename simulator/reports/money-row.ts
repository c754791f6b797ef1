import type { Order } from './sales-generator.ts';

/** One line of money in a report. All amounts are kopecks. */
export interface MoneyRow {
  day: number;
  /** undefined: the line concerns the account, not a sale. */
  order: Order | undefined;
  operation:
    | 'Продажа'
    | 'Возврат'
    | 'Логистика'
    | 'Возмещение издержек по перевозке/по складским операциям с товаром'
    | 'Хранение'
    | 'Штраф'
    | 'Удержание'
    | 'Обработка товара'
    | 'Корректировка вознаграждения'
    | 'Сторно продаж'
    | 'Коррекция продаж'
    | 'Компенсация ущерба';
  /** 1 main, 2 by buy-outs: goods that the marketplace has bought itself. */
  reportType: 1 | 2;
  /** Comes into its report so long after that was published. */
  appearsLaterMs: number;
  bonusTypeName: string;
  quantity: number;
  retail: number;
  retailWithDiscount: number;
  realized: number;
  commissionPercent: number;
  acquiring: number;
  acquiringPercent: number;
  forPay: number;
  reward: number;
  rewardVat: number;
  deliveries: number;
  returns: number;
  delivery: number;
  rebill: number;
  penalty: number;
  storage: number;
  deduction: number;
  acceptance: number;
  /** Taken from the seller; what is given to him is negative. */
  additionalPayment: number;
  cashback: number;
}

/** Lines of logistics, storage and penalties carry a document as well; only «Возврат» turns the sign. */
export function documentOf({ operation }: MoneyRow): 'Продажа' | 'Возврат' {
  return operation === 'Возврат' || operation === 'Сторно продаж' ? 'Возврат' : 'Продажа';
}

export function emptyRow(day: number, order: Order | undefined, operation: MoneyRow['operation']): MoneyRow {
  return {
    day,
    order,
    operation,
    reportType: 1,
    appearsLaterMs: 0,
    bonusTypeName: '',
    quantity: 0,
    retail: 0,
    retailWithDiscount: 0,
    realized: 0,
    commissionPercent: 0,
    acquiring: 0,
    acquiringPercent: 0,
    forPay: 0,
    reward: 0,
    rewardVat: 0,
    deliveries: 0,
    returns: 0,
    delivery: 0,
    rebill: 0,
    penalty: 0,
    storage: 0,
    deduction: 0,
    acceptance: 0,
    additionalPayment: 0,
    cashback: 0,
  };
}
