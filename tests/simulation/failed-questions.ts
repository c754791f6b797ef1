import { listCatalogueChangesEndpoint } from '#contract/catalogue-feed.ts';
import { API_BASE } from '#contract/endpoint.ts';
import { streamHintsEndpoint } from '#contract/live-hints.ts';
import { SW_CACHE_HEADER } from '#contract/service-worker.ts';
import type { ModelResponse } from './model-server.ts';
import type { Owner } from './scheduler.ts';

const PAGES = `GET ${API_BASE}${listCatalogueChangesEndpoint.path}`;
/** What a device asks for by itself, and after a failure again, with ever longer pauses: hints, pages, and all that is taken along. */
const ASKED_BY_ITSELF = [
  PAGES,
  `GET ${API_BASE}${streamHintsEndpoint.path}`,
  `POST ${API_BASE}/takings/`,
  'GET /media/',
  ...['users/me', 'warehouses', 'warehouse-groups', 'subjects', 'shipments'].map(
    (name) => `GET ${API_BASE}/${name}/`,
  ),
];

/** Which tabs wait because what they asked for last has failed. */
export class FailedQuestions {
  private readonly failed = new Map<Owner, Set<string>>();

  note(tab: Owner, { method, url }: { method: string; url: string }, hasFailed: boolean): void {
    const kind = ASKED_BY_ITSELF.find((start) => `${method} ${url}`.startsWith(start));
    if (kind === undefined) return;
    const kinds = this.failed.get(tab) ?? new Set();
    this.failed.set(tab, kinds);
    if (hasFailed) kinds.add(kind);
    else kinds.delete(kind);
  }

  /** `isToldOfChanges`: a stream of hints that has opened again is a reason to ask for pages, and no pause keeps from it. */
  isAwaitedBy(tab: Owner, isToldOfChanges: boolean): boolean {
    const kinds = [...(this.failed.get(tab) ?? [])];
    return kinds.some((kind) => kind !== PAGES || !isToldOfChanges);
  }
}

/** As the device takes it: a copy is no answer to what is there now, and a dead link is one. */
export function isFailure({ status, headers }: ModelResponse): boolean {
  const isPage = headers['content-type']?.startsWith('text/html') === true;
  return (status >= 400 && status !== 404) || isPage || headers[SW_CACHE_HEADER] !== undefined;
}
