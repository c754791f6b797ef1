import { session } from '#api/session/session.ts';
import { labelSettingsSchema, type LabelSettings } from '#contract/labels.ts';

/** Goes with everything else of the user when the session ends. */
const KEY = 'labelSettings';

const DEFAULTS: LabelSettings = {
  format: 'ROLL_58_40',
  code: 'CODE_128',
  fields: ['TITLE', 'VENDOR_CODE', 'SIZE', 'COLOR'],
  shopId: null,
  count: { kind: 'EACH', copies: 1 },
};

/** As they were when labels were last made on this device; what a build of before wrote otherwise is forgotten. */
export function rememberedSettings(shops: readonly { id: number }[]): LabelSettings {
  const settings = read() ?? DEFAULTS;
  const isThere = shops.some(({ id }) => id === settings.shopId);
  return isThere ? settings : { ...settings, shopId: null };
}

/** Nothing stays on somebody else's computer. 0 to all but a few is of those cards, and not how labels are made. */
export function rememberSettings({ count, ...settings }: LabelSettings): void {
  if (session.getSession().isForeignDevice) return;
  const kept: LabelSettings = {
    ...settings,
    count: count.kind === 'EACH' ? { ...count, copies: Math.max(1, count.copies) } : count,
  };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Blocked or full: the next time begins with what it began with now.
  }
}

function read(): LabelSettings | undefined {
  try {
    return labelSettingsSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null')).data;
  } catch {
    return undefined;
  }
}
