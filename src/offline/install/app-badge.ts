/** Where the badge exists: installed apps of Chromium on desktops, and of Safari. */
type BadgeNavigator = Partial<Pick<Navigator, 'setAppBadge' | 'clearAppBadge'>>;

/** The number on the app's icon; 0 takes it away. Never throws. */
export function showAppBadge(count: number, badges: BadgeNavigator = navigator): void {
  const shown = count > 0 ? badges.setAppBadge?.(count) : badges.clearAppBadge?.();
  // Refused without an installed app, or without the permission.
  shown?.catch(() => undefined);
}
