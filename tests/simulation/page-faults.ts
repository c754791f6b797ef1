import { listCatalogueChangesEndpoint } from '#contract/catalogue-feed.ts';
import { API_BASE } from '#contract/endpoint.ts';
import { SW_CACHE_HEADER } from '#contract/service-worker.ts';
import type { FaultScript } from './faults.ts';
import type { ModelRequest, ModelResponse } from './model-server.ts';

const PATH = API_BASE + listCatalogueChangesEndpoint.path;
const LATE_SHARE = 0.3;
const STORED_SHARE = 0.15;
/** Up to more than the client waits for a portion. */
const LATE_MS = [
  [1_000, 8_000],
  [8_000, 30_000],
  [30_000, 70_000],
] as const;

/**
 * What befalls the pages of the feed on their way to one device: they come late, when the device has long gone on, signed out or begun
 * anew, and a copy of before comes in their place. Its numbers are its own: a world without it is what it was.
 */
export class PageFaults {
  private readonly random: () => number;
  private readonly faults: FaultScript;
  /** By question and token: what was answered last. */
  private readonly copies = new Map<string, string>();

  constructor(random: () => number, faults: FaultScript) {
    this.random = random;
    this.faults = faults;
  }

  /** How much longer the body of this answer is on its way than its head. */
  delayOf(request: ModelRequest, { status, body }: ModelResponse): number {
    if (!isOfFeed(request) || status !== 200) return 0;
    this.copies.set(questionOf(request), body);
    if (this.faults.isCalm || this.random() >= LATE_SHARE) return 0;
    this.faults.count('page late');
    const [least, most] = LATE_MS[Math.floor(this.random() * LATE_MS.length)] ?? [0, 0];
    return least + this.random() * (most - least);
  }

  /** As a service worker gives it, which says so. */
  copyFor(request: ModelRequest): ModelResponse | undefined {
    if (!isOfFeed(request) || this.faults.isCalm || this.random() >= STORED_SHARE) return undefined;
    const body = this.copies.get(questionOf(request));
    if (body === undefined) return undefined;
    this.faults.count('page of before');
    return { status: 200, headers: { 'content-type': 'application/json', [SW_CACHE_HEADER]: 'hit' }, body };
  }

  /** It has come to the tab that asked for it; `isAwaited`: and that still wants it. */
  noteLate(isAwaited: boolean): void {
    if (!isAwaited) this.faults.count('page after it was given up');
  }
}

function isOfFeed({ url }: ModelRequest): boolean {
  return url.split('?')[0] === PATH;
}

function questionOf({ url, headers }: ModelRequest): string {
  return `${headers.get('authorization') ?? ''} ${url}`;
}
