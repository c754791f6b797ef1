import type { HttpHandler } from 'msw';
import { defaultSettings, getProfileEndpoint, type Profile, type Settings } from '#contract/users.ts';
import { changeSettingsEndpoint } from '#contract/settings.ts';
import { allCategoriesActive } from './shops.ts';
import { mockUser } from './auth.ts';
import { mock } from './mock-endpoint.ts';

/** A user with two shops, all of whose tokens work. */
export const mockProfile: Profile = {
  ...mockUser,
  accountName: 'ООО «Тёплый Дом»',
  shops: [
    { id: 1, name: 'Московский', letter: 'М', color: 0, tokens: allCategoriesActive },
    { id: 2, name: 'Сибирь', letter: 'С', color: 1, tokens: allCategoriesActive },
  ],
  settings: defaultSettings,
  settingsVersion: 1,
  shipmentsWithErrors: 0,
  isDemo: false,
  serverTime: '2026-11-20T14:05:00+03:00',
};

export function userHandlers(): HttpHandler[] {
  let profile = mockProfile;
  return [
    mock(getProfileEndpoint, () => profile),
    mock(changeSettingsEndpoint, ({ body }) => {
      const settings: Settings = { ...profile.settings };
      // Fields left out stay as they are.
      Object.assign(settings, body);
      profile = { ...profile, settings, settingsVersion: profile.settingsVersion + 1 };
      return { settings, settingsVersion: profile.settingsVersion };
    }),
  ];
}
