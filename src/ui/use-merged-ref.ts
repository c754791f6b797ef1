import { useCallback } from 'react';
import type { Ref, RefCallback } from 'react';

function assign<T>(ref: Ref<T> | undefined, value: T | null): void {
  if (typeof ref === 'function') ref(value);
  else if (ref) ref.current = value;
}

/** One ref for an element that both its component and the component's user want to hold. */
export function useMergedRef<T>(own: Ref<T>, given: Ref<T> | undefined): RefCallback<T> {
  return useCallback(
    (value: T | null) => {
      assign(own, value);
      assign(given, value);
    },
    [own, given],
  );
}
