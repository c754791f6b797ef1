import {
  CHARACTERISTIC_VALUE_MAX_LENGTH,
  MAX_CHARACTERISTIC_VALUES,
  type CharacteristicAction,
  type CharacteristicChange,
} from '#contract/bulk-rules.ts';

/** What the form of a characteristic holds while it is filled in. */
export interface CharacteristicDraft {
  chosen: { id: number; name: string } | null;
  action: CharacteristicAction;
  values: readonly string[];
}

export const EMPTY_CHARACTERISTIC_DRAFT: CharacteristicDraft = { chosen: null, action: 'SET', values: [] };

/** The change, or what is missing to it. */
export function characteristicChangeOf({
  chosen,
  action,
  values: typed,
}: CharacteristicDraft): CharacteristicChange | { problem: string } {
  if (chosen === null) return { problem: 'Выберите характеристику' };
  if (action === 'CLEAR') return { kind: 'CHARACTERISTIC', ...chosen, action, values: [] };
  const values = typed.map((value) => value.trim()).filter((value) => value !== '');
  if (values.length === 0) return { problem: 'Укажите значение' };
  if (values.length > MAX_CHARACTERISTIC_VALUES) {
    return { problem: `Значений — не больше ${MAX_CHARACTERISTIC_VALUES}` };
  }
  if (values.some((value) => value.length > CHARACTERISTIC_VALUE_MAX_LENGTH)) {
    return { problem: `Значение — не длиннее ${CHARACTERISTIC_VALUE_MAX_LENGTH} символов` };
  }
  return { kind: 'CHARACTERISTIC', ...chosen, action, values };
}

export function characteristicDraftOf({
  id,
  name,
  action,
  values,
}: CharacteristicChange): CharacteristicDraft {
  return { chosen: { id, name }, action, values };
}
