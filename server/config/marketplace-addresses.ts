import type { BaseUrls, MarketplaceHost } from '#server/marketplace/request.ts';
import { sandboxHosts, type SandboxBaseUrls } from '#server/marketplace/sandbox.ts';
import { StartError } from '#server/errors/start-error.ts';

const REAL_BASE_URLS: BaseUrls = {
  content: 'https://content-api.wildberries.ru',
  prices: 'https://discounts-prices-api.wildberries.ru',
  marketplace: 'https://marketplace-api.wildberries.ru',
  statistics: 'https://statistics-api.wildberries.ru',
  analytics: 'https://seller-analytics-api.wildberries.ru',
  finance: 'https://finance-api.wildberries.ru',
  calendar: 'https://dp-calendar-api.wildberries.ru',
  common: 'https://common-api.wildberries.ru',
};

const SANDBOX_BASE_URLS: SandboxBaseUrls = {
  content: 'https://content-api-sandbox.wildberries.ru',
  prices: 'https://discounts-prices-api-sandbox.wildberries.ru',
  marketplace: 'https://marketplace-api-sandbox.wildberries.ru',
  statistics: 'https://statistics-api-sandbox.wildberries.ru',
};

const originOf = (address: string) => new URL(address).origin;
const REAL_ORIGINS = new Set(Object.values(REAL_BASE_URLS).map(originOf));
const SANDBOX_ORIGINS = new Set(Object.values(SANDBOX_BASE_URLS).map(originOf));

type Variable =
  `WB_BASE_URL_${Uppercase<MarketplaceHost>}` | `WB_SANDBOX_BASE_URL_${Uppercase<keyof SandboxBaseUrls>}`;

/**
 * The hosts of the marketplace and of its sandbox. Throws {@link StartError} where an address is of the other side: tokens of the
 * one would go to the other.
 */
export function readMarketplaceAddresses(values: { [Name in Variable]?: string | undefined }): {
  real: BaseUrls;
  sandbox: SandboxBaseUrls;
} {
  const real = {
    content: values.WB_BASE_URL_CONTENT ?? REAL_BASE_URLS.content,
    prices: values.WB_BASE_URL_PRICES ?? REAL_BASE_URLS.prices,
    marketplace: values.WB_BASE_URL_MARKETPLACE ?? REAL_BASE_URLS.marketplace,
    statistics: values.WB_BASE_URL_STATISTICS ?? REAL_BASE_URLS.statistics,
    analytics: values.WB_BASE_URL_ANALYTICS ?? REAL_BASE_URLS.analytics,
    finance: values.WB_BASE_URL_FINANCE ?? REAL_BASE_URLS.finance,
    calendar: values.WB_BASE_URL_CALENDAR ?? REAL_BASE_URLS.calendar,
    common: values.WB_BASE_URL_COMMON ?? REAL_BASE_URLS.common,
  };
  const sandbox = {
    content: values.WB_SANDBOX_BASE_URL_CONTENT ?? SANDBOX_BASE_URLS.content,
    prices: values.WB_SANDBOX_BASE_URL_PRICES ?? SANDBOX_BASE_URLS.prices,
    marketplace: values.WB_SANDBOX_BASE_URL_MARKETPLACE ?? SANDBOX_BASE_URLS.marketplace,
    statistics: values.WB_SANDBOX_BASE_URL_STATISTICS ?? SANDBOX_BASE_URLS.statistics,
  };
  refuseMixed(real, sandbox);
  return { real, sandbox };
}

function refuseMixed(real: BaseUrls, sandbox: SandboxBaseUrls): void {
  for (const [host, address] of Object.entries(real)) {
    if (!SANDBOX_ORIGINS.has(originOf(address))) continue;
    throw wrongAddress(
      `WB_BASE_URL_${host.toUpperCase()}`,
      'это адрес песочницы, ему место в WB_SANDBOX_BASE_URL_…',
    );
  }
  const realAddresses = new Set(Object.values(real));
  for (const host of sandboxHosts) {
    const address = sandbox[host];
    if (!realAddresses.has(address) && !REAL_ORIGINS.has(originOf(address))) continue;
    throw wrongAddress(`WB_SANDBOX_BASE_URL_${host.toUpperCase()}`, 'это рабочий адрес, а не песочница');
  }
}

function wrongAddress(name: string, reason: string): StartError {
  return new StartError(`Неверное значение ${name}: ${reason}.`);
}
