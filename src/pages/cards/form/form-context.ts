import { createContext, use } from 'react';
import type { CardContent } from '#contract/cards.ts';
import type { ContentPatch } from './card-values.ts';
import type { FieldErrors } from './card-validation.ts';
import type { KeptThere } from './kept-there.ts';

/** The form that a card's panels write into. */
export interface CardForm {
  /** Of a card that exists already. */
  cardId?: number;
  /** Of a card that the marketplace has. */
  kept?: KeptThere | undefined;
  values: CardContent;
  change: (patch: ContentPatch) => void;
  /** By field name; a characteristic is `characteristics.<id>`. */
  errors: FieldErrors;
}

export const CardFormContext = createContext<CardForm | null>(null);

export function useCardForm(): CardForm {
  const form = use(CardFormContext);
  if (!form) throw new Error('A card panel stands outside its form');
  return form;
}
