import { useEffect } from 'react';
import { useSession } from '#api/session/session.ts';
import { showToast } from '#ui/toast-store.ts';

/** Blocked or full storage: the session lives only as long as this tab, which is better known beforehand. */
export function useUnsavedSessionWarning(): void {
  const { isPersisted } = useSession();
  useEffect(() => {
    if (isPersisted) return;
    showToast({
      type: 'warning',
      text: 'Сеанс не сохранится: браузер не дал места. После закрытия вкладки нужно будет войти заново',
    });
  }, [isPersisted]);
}
