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

/** Nothing stays on somebody else's computer. */
export function rememberSettings(settings: LabelSettings): void {
  if (session.getSession().isForeignDevice) return;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
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
