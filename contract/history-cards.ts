import { z } from 'zod/mini';
import { idSchema } from './fields.ts';

/** So many of a line of «История изменений» are shown: copies of a choice, of which there may be more, or cards that moved between groups. */
export const MAX_HISTORY_CARDS = 100;

const historyCardSchema = z.object({
  cardId: idSchema,
  vendorCode: z.string(),
  title: z.string(),
  /** null: it has no photo. */
  photo: z.nullable(z.string()),
});
export type HistoryCard = z.infer<typeof historyCardSchema>;

/** The cards that a line of «История изменений» is about, as they are now. */
export const historyCardsSchema = z.array(historyCardSchema).check(z.maxLength(MAX_HISTORY_CARDS));
