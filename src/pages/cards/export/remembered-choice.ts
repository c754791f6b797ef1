import { z } from 'zod/mini';
import { session } from '#api/session/session.ts';
import { chosenExportColumnsSchema, usualExportColumns } from '#contract/card-export.ts';
import { exportFormats } from '#contract/fields.ts';

/** Goes with everything else of the user when the session ends. */
const KEY = 'cardExportChoice';

const choiceSchema = z.object({ format: z.enum(exportFormats), columns: chosenExportColumnsSchema });
export type ExportChoice = z.infer<typeof choiceSchema>;

/** As it was when columns were last chosen on this device; what a build of before wrote otherwise is forgotten. */
export function rememberedChoice(): ExportChoice {
  try {
    const read = choiceSchema.safeParse(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
    if (read.success && read.data.columns.includes('vendorCode')) return read.data;
  } catch {
    // Blocked, or not written here: it begins anew.
  }
  return { format: 'xlsx', columns: usualExportColumns };
}

/** Nothing stays on somebody else's computer. */
export function rememberChoice(choice: ExportChoice): void {
  if (session.getSession().isForeignDevice) return;
  try {
    localStorage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // Blocked or full: the next time begins with what it began with now.
  }
}
