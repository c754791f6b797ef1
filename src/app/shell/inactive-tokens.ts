import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { session } from '#api/session/session.ts';
import type { Profile } from '#contract/users.ts';
import { showToast } from '#ui/toast-store.ts';
import { paths } from '#lib/paths.ts';

const TEXT = 'У вас есть неактивные токены, пожалуйста, обновите их';
/** Goes with everything else of the user when the session ends: the next sign-in is told again. */
const TOLD_KEY = 'inactiveTokensTold';

/**
 * Tells of inactive tokens once for each sign-in, and again only when another one stops working. What reminds of them
 * afterwards is the mark in the menu.
 */
export function useInactiveTokenNotice(profile: Profile): void {
  const navigate = useNavigate();

  useEffect(() => {
    const inactive = inactiveTokens(profile);
    const told = readTold();
    if (inactive.join() !== told.join()) writeTold(inactive);
    if (inactive.every((token) => told.includes(token))) return;
    showToast({
      type: 'warning',
      text: TEXT,
      action: { label: 'Перейти', onClick: () => void navigate(paths.shops) },
    });
  }, [profile, navigate]);
}

export function hasInactiveTokens(profile: Profile): boolean {
  return inactiveTokens(profile).length > 0;
}

function inactiveTokens({ shops }: Profile): string[] {
  return shops.flatMap(({ id, tokens }) =>
    tokens
      .filter(({ status }) => status === 'INACTIVE')
      .map(({ category }) => `${id} ${category.toLowerCase()}`),
  );
}

/** Told in one tab is told in all; a foreign device keeps it no longer than the tab. */
function storage(): Storage {
  return session.getSession().isForeignDevice ? sessionStorage : localStorage;
}

function readTold(): string[] {
  try {
    return storage().getItem(TOLD_KEY)?.split(',') ?? [];
  } catch {
    return [];
  }
}

function writeTold(tokens: readonly string[]): void {
  try {
    storage().setItem(TOLD_KEY, tokens.join());
  } catch {
    // A storage that is blocked or full remembers nothing: it is told again.
  }
}
