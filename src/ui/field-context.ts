import { createContext, use } from 'react';

interface FieldControl {
  id: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  isRequired: boolean;
}

export const FieldContext = createContext<FieldControl | null>(null);

interface ControlAttributes {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true;
  'aria-required'?: true;
}

/** The attributes that tie a control to the label, hint and error of the field it stands in; none outside a field. */
export function useFieldControl(own: {
  id?: string | undefined;
  isInvalid?: boolean | undefined;
}): ControlAttributes {
  const field = use(FieldContext);
  const isInvalid = own.isInvalid ?? field?.isInvalid ?? false;
  return {
    id: own.id ?? field?.id,
    'aria-describedby': field?.describedBy,
    ...(isInvalid ? { 'aria-invalid': true } : {}),
    ...(field?.isRequired ? { 'aria-required': true } : {}),
  };
}
