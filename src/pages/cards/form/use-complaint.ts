import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { shipmentQueries } from '#api/shipments.ts';
import type { CardContent } from '#contract/cards.ts';
import { inQuotes } from '#lib/text.ts';
import type { FieldErrors } from './card-validation.ts';

export interface Complaint {
  /** What the marketplace said, and in which shop. */
  text: string;
  /** The field it speaks of; null when that is not known. */
  field: string | null;
}

/**
 * The marketplace's refusal that led here (`?shipment=12&error=345` of «Исправить»), until its field is edited: then it
 * speaks of a text that is no more.
 */
export function useComplaint(cardId: number, values: CardContent): Complaint | null {
  const [searchParams] = useSearchParams();
  const shipmentId = numberOf(searchParams.get('shipment'));
  const errorId = numberOf(searchParams.get('error'));
  const { data: errors } = useQuery({
    ...shipmentQueries.errors(shipmentId ?? 0),
    enabled: shipmentId !== null && errorId !== null,
  });
  const [first] = useState(values);
  const error = errors?.find((one) => one.id === errorId && one.cardId === cardId);
  if (!error) return null;
  if (error.field !== null && isEdited(error.field, first, values)) return null;
  return { text: `Wildberries, ${inQuotes(error.shopName)}: ${error.message}`, field: error.field };
}

/** What the form says at its fields: its own errors before the marketplace's. */
export function withComplaint(errors: FieldErrors, complaint: Complaint | null): FieldErrors {
  if (complaint === null || complaint.field === null) return errors;
  return { [complaint.field]: complaint.text, ...errors };
}

function isEdited(field: string, first: CardContent, now: CardContent): boolean {
  const [name = '', id] = field.split('.');
  const valueIn = (content: CardContent): unknown =>
    name === 'characteristics' && id !== undefined
      ? content.characteristics.find((one) => String(one.id) === id)?.values
      : Object.entries(content).find(([key]) => key === name)?.[1];
  return JSON.stringify(valueIn(first)) !== JSON.stringify(valueIn(now));
}

function numberOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
