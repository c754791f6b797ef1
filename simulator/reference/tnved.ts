/** Codes of «ТНВЭД» by subject: a part of each list. */

interface TnvedCode {
  tnved: string;
  /** Goods under it bear the marking «Честный знак». */
  isKiz: boolean;
}

const code = (tnved: string, isKiz = true): TnvedCode => ({ tnved, isKiz });

const CODES = new Map<number, TnvedCode[]>([
  // Платья
  [69, [code('6104420000'), code('6104430000'), code('6104440000'), code('6204420000'), code('6204430000')]],
  // Футболки
  [192, [code('6109100000'), code('6109902000'), code('6109909000')]],
  // Худи
  [1724, [code('6110209100'), code('6110309100'), code('6110301000', false)]],
  // Джинсы
  [180, [code('6203423100'), code('6204623100')]],
  // Кроссовки
  [105, [code('6402190000'), code('6403190000'), code('6404110000')]],
  // Постельное белье
  [197, [code('6302100001'), code('6302210000'), code('6302310001'), code('6302221000', false)]],
]);

export function tnvedCodesOf(subjectID: number): readonly TnvedCode[] {
  return CODES.get(subjectID) ?? [];
}
