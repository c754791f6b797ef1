import { createContext } from 'react';

/** Freezes the choice of the screen anew after a refusal, and gives it to who named the old one; null: nothing was frozen. */
export type FreezeAgain = (error: unknown, options: { withoutArchived: boolean }) => Promise<void>;

export const FreezeAgainContext = createContext<FreezeAgain | null>(null);
