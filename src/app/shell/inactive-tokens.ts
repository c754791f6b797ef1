import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Profile } from '#contract/users.ts';
import { showToast } from '#ui/toast-store.ts';
import { paths } from '../paths.ts';

const TEXT = 'У вас есть неактивные токены, пожалуйста, обновите их';

/** Tells of inactive tokens when the profile is loaded, and again only when another one stops working. */
export function useInactiveTokenNotice(profile: Profile): void {
  const navigate = useNavigate();
  const told = useRef<ReadonlySet<string>>(new Set());

  useEffect(() => {
    const inactive = inactiveTokens(profile);
    const hasNews = [...inactive].some((token) => !told.current.has(token));
    told.current = inactive;
    if (!hasNews) return;
    showToast({
      type: 'warning',
      text: TEXT,
      action: { label: 'Перейти', onClick: () => void navigate(paths.shops) },
    });
  }, [profile, navigate]);
}

function inactiveTokens({ shops }: Profile): Set<string> {
  return new Set(
    shops.flatMap(({ id, tokens }) =>
      tokens
        .filter(({ status }) => status === 'INACTIVE')
        .map(({ category }) => `${id} ${category.toLowerCase()}`),
    ),
  );
}
