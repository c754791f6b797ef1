import type { TokenCategory } from '#contract/users.ts';
import { PINGED } from './common-operations.ts';
import { MarketplaceError } from './errors.ts';
import type { BaseUrls, MarketplaceHost, OperationRequest } from './request.ts';
import { decodeToken } from './token.ts';

/** The hosts that have a sandbox, by the official documents; nothing of the others can be tried out. */
export const sandboxHosts = [
  'content',
  'prices',
  'marketplace',
  'statistics',
] as const satisfies readonly MarketplaceHost[];
export type SandboxBaseUrls = Record<(typeof sandboxHosts)[number], string>;

/** The marketplace, or its sandbox: nothing of the one is ever told to the other. */
export interface Side {
  isSandbox: boolean;
  baseUrls: Readonly<Partial<BaseUrls>>;
}

const HOSTS: ReadonlySet<MarketplaceHost> = new Set<MarketplaceHost>(sandboxHosts);
/** What the documents describe for the real one of these hosts alone. */
const REAL_ONLY = new Set(['content /api/content/v1/brands', 'marketplace /ping']);

/** Whether the sandbox has the operation, by the official documents. */
export function isInSandbox({ host, path }: Pick<OperationRequest<unknown>, 'host' | 'path'>): boolean {
  return HOSTS.has(host) && !REAL_ONLY.has(`${host} ${path}`);
}

/** What a sandbox token opens of the categories it names. */
export function sandboxCategories(categories: readonly TokenCategory[]): TokenCategory[] {
  return categories.filter((category) => HOSTS.has(PINGED[category].host));
}

/** Whether the category's host says in the sandbox, too, that it takes a token. */
export function isPingedInSandbox(category: TokenCategory): boolean {
  return isInSandbox({ host: PINGED[category].host, path: '/ping' });
}

/** Where a call goes. Throws for what the sandbox does not have: it never goes to the real host instead. */
export function addressFor(
  { isSandbox, baseUrls }: Side,
  request: Pick<OperationRequest<unknown>, 'host' | 'path'>,
): string {
  if (isSandbox && !isInSandbox(request)) {
    throw refused('В песочнице Wildberries этого раздела нет', 'not_in_sandbox');
  }
  const address = baseUrls[request.host];
  if (address !== undefined) return address;
  throw refused('Песочница Wildberries на этом сервере выключена: её включает WB_SANDBOX=1', 'sandbox_off');
}

/** The last look before a token leaves: by what it says of itself, whatever is stored beside it. */
export function requireTokenOf({ isSandbox }: Side, secret: string): void {
  const isOfSandbox = decodeToken(secret)?.isSandbox ?? false;
  if (isOfSandbox === isSandbox) return;
  const detail = isSandbox
    ? 'Настоящий токен не уходит в песочницу Wildberries'
    : 'Токен песочницы не уходит на рабочие адреса Wildberries';
  throw new MarketplaceError({ kind: 'token', status: 0, detail: [detail], code: 'other_side' });
}

function refused(detail: string, code: 'not_in_sandbox' | 'sandbox_off'): MarketplaceError {
  return new MarketplaceError({ kind: 'rejected', status: 0, detail: [detail], code });
}

/** The stand-in's own sandbox lies beside each of its hosts. */
export function simulatorSandboxUrls(baseUrls: BaseUrls): SandboxBaseUrls {
  const entries = sandboxHosts.map((host) => [host, `${baseUrls[host]}-sandbox`] as const);
  return Object.fromEntries(entries) as SandboxBaseUrls; // built from every host
}
