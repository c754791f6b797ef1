import type { FaultScript } from './faults.ts';
import { HintPauses, isOfNobody } from './hint-pauses.ts';
import { isOfHints, type HintStream, type HintStreams } from './hint-streams.ts';
import type { ModelResponse, ModelRequest, ModelServer } from './model-server.ts';
import type { PageFaults } from './page-faults.ts';
import type { Owner, Scheduler } from './scheduler.ts';

const REFRESH_PATH = '/api/v1/user/refresh/';
const PART_PATHS = new Set(['/api/v1/takings/cards/', '/api/v1/takings/shipments/']);

/** A device's way to the server. `silent`: what is sent is never answered. */
export type Weather = 'fine' | 'offline' | 'silent' | 'portal' | 'server away';

/** An exchange as one tab lives it, for those who judge what it did. */
export interface Exchange {
  tab: Owner;
  isRefresh: boolean;
  /** The token that a refresh offers. */
  offered: string;
  /** The part of a taking that is asked for. */
  part: string | undefined;
  /** Set when an answer reached the tab. */
  status: number | undefined;
  isOver: boolean;
}

/** How an answer comes. */
interface Arrival {
  isCut?: boolean;
  /** So much later than its head comes its body. */
  lateMs?: number | undefined;
  /** Its lines come as they are said. */
  stream?: HintStream | undefined;
}

/** Carries requests of one device to the model and its answers back, through whatever weather there is. */
export class SimulatedNetwork {
  weather: Weather = 'fine';
  readonly hintPauses: HintPauses;
  private readonly scheduler: Scheduler;
  private readonly server: ModelServer;
  private readonly faults: FaultScript;
  private readonly pages: PageFaults | undefined;
  private readonly streams: HintStreams | undefined;
  private readonly onExchange: (exchange: Exchange) => void;
  private readonly underWay = new Set<() => void>();
  private way = 0;
  private sentCount = 0;
  private newestArrived = 0;

  constructor(options: {
    scheduler: Scheduler;
    server: ModelServer;
    faults: FaultScript;
    /** The device's clock. */
    deviceNow: () => number;
    /** Where pages of the feed come late. */
    pages: PageFaults | undefined;
    /** Where the server tells of changes. */
    streams: HintStreams | undefined;
    /** Called when a request leaves, and again when its tab has done with it. */
    onExchange: (exchange: Exchange) => void;
  }) {
    this.scheduler = options.scheduler;
    this.server = options.server;
    this.faults = options.faults;
    this.pages = options.pages;
    this.streams = options.streams;
    this.onExchange = options.onExchange;
    this.hintPauses = new HintPauses(() => this.scheduler.now, options.deviceNow);
  }

  /** Until when a server that could not keep up has asked not to be asked. */
  askedToWaitUntil = 0;

  /** The way is another from here on: what was under way fails, and what had not arrived never does. */
  reset(): void {
    this.way += 1;
    for (const fail of this.underWay) fail();
  }

  fetchFor(tab: Owner, beforeSending: (what: string) => void) {
    return (url: string, init: RequestInit): Promise<Response> => {
      beforeSending(`${init.method ?? 'GET'} ${url}`);
      return new Promise((resolve, reject) => {
        if (!tab.isAlive) return;
        const request: ModelRequest = {
          method: init.method ?? 'GET',
          url,
          headers: new Headers(init.headers),
          body: typeof init.body === 'string' ? init.body : undefined,
        };
        const exchange: Exchange = {
          tab,
          isRefresh: url === REFRESH_PATH,
          offered: url === REFRESH_PATH ? offeredToken(request.body) : '',
          part: PART_PATHS.has(url) ? request.body : undefined,
          status: undefined,
          isOver: false,
        };
        this.onExchange(exchange);
        const end = () => {
          exchange.isOver = true;
          this.underWay.delete(lose);
          this.onExchange(exchange);
        };
        const { hintPauses } = this;
        const isForHints = isOfHints(url);
        if (isForHints) hintPauses.noteAsked(tab);
        const lose = () => {
          reject(new TypeError('Failed to fetch'));
          if (isForHints) hintPauses.noteLost(tab);
          end();
        };
        this.underWay.add(lose);
        init.signal?.addEventListener('abort', () => {
          reject(new DOMException('Aborted', 'AbortError'));
          if (isForHints && !exchange.isOver) hintPauses.noteEnded(tab);
          end();
        });
        this.send(request, tab, {
          respond: (modelResponse, { isCut = false, lateMs, stream } = {}) => {
            if (exchange.isOver) return;
            exchange.status = modelResponse.status;
            const bodyOf = (text: string) =>
              lateMs ? this.lateBody(text, { lateMs, tab, signal: init.signal }) : this.usualBody(text, tab);
            if (isForHints && isOfNobody(modelResponse)) hintPauses.noteLost(tab);
            else if (isForHints && !stream) hintPauses.noteEnded(tab);
            if (isCut) stream?.cut();
            init.signal?.addEventListener('abort', () => stream?.cut());
            resolve(this.responseOf(modelResponse, bodyOf, isCut, stream));
            end();
          },
          fail: () => {
            if (!exchange.isOver) lose();
          },
        });
      });
    };
  }

  private send(
    request: ModelRequest,
    tab: Owner,
    { respond, fail }: { respond: (response: ModelResponse, arrival?: Arrival) => void; fail: () => void },
  ): void {
    const { scheduler, faults } = this;
    const name = `${request.method} ${request.url}`;
    const later = (usualMs: number, label: string, run: () => void) =>
      scheduler.after(scheduler.latency(usualMs), `${label} ${name}`, run, { owner: tab });
    const copy = this.pages?.copyFor(request);
    if (copy) return void later(20, 'a copy answers', () => respond(copy));
    const { weather, way } = this;
    if (weather !== 'fine') {
      if (weather === 'offline') later(20, 'no network for', fail);
      else if (weather === 'portal') later(80, 'portal answers', () => respond(PORTAL));
      else if (weather === 'server away') later(80, 'gateway answers', () => respond(AWAY));
      return;
    }
    const fault = faults.nextExchange();
    const isRefresh = request.url === REFRESH_PATH;
    // The contract: a refresh is answered with 200, 401 or a server error, so nobody else says 4xx to it. A picture is asked for without a token.
    const isPicture = request.url.startsWith('/media/');
    if ((isRefresh && fault === 'answer 429') || ((isRefresh || isPicture) && fault === 'answer 401'))
      return this.send(request, tab, { respond, fail });
    if (fault) {
      faults.count(fault);
      scheduler.note(`fault «${fault}» for ${name}`);
    }
    if (fault === 'request lost') {
      later(200, 'lost is', fail);
      return;
    }
    const early = EARLY_RESPONSES.get(fault ?? '');
    if (early) {
      if (fault === 'answer 401') this.expire(request);
      if (fault === 'answer 429')
        this.askedToWaitUntil = scheduler.now + LONGEST_ANSWER_MS + RETRY_AFTER_S * 1_000;
      later(80, `${early.status} for`, () => respond(early));
      return;
    }
    this.sentCount += 1;
    const number = this.sentCount;
    const delayMs = scheduler.latency(60) + (fault === 'delay' ? 3_000 + faultDelay(scheduler) : 0);
    scheduler.after(delayMs, `server gets ${name}`, () => {
      if (this.way !== way) return;
      if (number < this.newestArrived) faults.count('reordered');
      this.newestArrived = Math.max(this.newestArrived, number);
      const given = this.server.handle(request);
      scheduler.note(`server answers ${given.status}`);
      if (fault === 'answer lost') later(200, 'answer lost for', fail);
      else if (fault === 'answer 500 after commit') later(60, '500 for', () => respond(BROKEN));
      else {
        const arrival: Arrival = {
          isCut: fault === 'cut answer',
          lateMs: this.pages?.delayOf(request, given),
          stream: given.status === 200 && isOfHints(request.url) ? this.beginStream(request, tab) : undefined,
        };
        later(60, `answer ${given.status} to`, () => respond(given, arrival));
      }
    });
    if (fault === 'request doubled') {
      const again = scheduler.latency(500) + delayMs;
      scheduler.after(again, `server gets again ${name}`, () => {
        if (this.way === way) this.server.handle(request);
      });
    }
  }

  private expire(request: ModelRequest): void {
    const token = tokenOf(request);
    if (token) this.server.sessions.expire(token);
  }

  private beginStream(request: ModelRequest, tab: Owner): HintStream | undefined {
    const { scheduler, way, server } = this;
    const token = tokenOf(request) ?? '';
    const user = server.sessions.userOf(token, scheduler.now);
    const stream =
      user &&
      this.streams?.begin({
        userId: user.id,
        tab,
        lastsMs: server.sessions.lastsMs(token, scheduler.now),
        onOver: () => this.hintPauses.noteEnded(tab),
        mayGoOn: () => server.sessions.userOf(token, scheduler.now) !== undefined,
        scheduler,
        isWayOpen: () => this.weather === 'fine' && this.way === way,
      });
    if (stream) this.underWay.add(() => stream.cut());
    return stream;
  }

  private usualBody(text: string, tab: Owner): Promise<string> {
    return new Promise((resolve) => {
      this.scheduler.after(this.scheduler.latency(5), 'reads a body', () => resolve(text), { owner: tab });
    });
  }

  /** It comes whatever has become of its question: what the device does with it is the device's affair. */
  private lateBody(
    text: string,
    { lateMs, tab, signal }: { lateMs: number; tab: Owner; signal: AbortSignal | null | undefined },
  ): Promise<string> {
    return new Promise((resolve, reject) => {
      const lose = () => reject(new TypeError('network error'));
      this.underWay.add(lose);
      const come = () => {
        this.underWay.delete(lose);
        this.pages?.noteLate(signal?.aborted !== true);
        resolve(text);
      };
      this.scheduler.after(lateMs, 'reads a late body', come, { owner: tab });
    });
  }

  /** The part of a `Response` that the app reads; the body comes in an event of its own. */
  private responseOf(
    { status, headers, body }: ModelResponse,
    bodyOf: (text: string) => Promise<string>,
    isCut: boolean,
    stream: HintStream | undefined,
  ): Response {
    const text = isCut ? body.slice(0, body.length >> 1) : body;
    const response = {
      status,
      ok: status >= 200 && status < 300,
      headers: new Headers({ ...headers, date: new Date(this.scheduler.now).toUTCString() }),
      ...(stream && { body: { getReader: () => stream.reader() } }),
      text: () => bodyOf(text),
      arrayBuffer: async () => Uint8Array.from(new TextEncoder().encode(await response.text())).buffer,
      blob: async () => {
        const whole = await response.text();
        if (isCut) throw new TypeError('network error');
        return { size: whole.length, text: whole };
      },
    };
    return response as unknown as Response;
  }
}

function tokenOf({ headers }: ModelRequest): string | undefined {
  return headers.get('authorization')?.slice('Bearer '.length);
}

function faultDelay(scheduler: Scheduler): number {
  return scheduler.random() * 17_000;
}

function offeredToken(body: string | undefined): string {
  const { refresh } = JSON.parse(body ?? '{}') as { refresh?: string }; // sent by the client just now
  return refresh ?? '';
}

function failure(status: number, headers: Record<string, string> = {}): ModelResponse {
  const body = JSON.stringify({ detail: [`Отказ ${status}`] });
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

const RETRY_AFTER_S = 3;
const LONGEST_ANSWER_MS = 1_000;
const HTML = { 'content-type': 'text/html' };
const PORTAL: ModelResponse = { status: 200, headers: HTML, body: '<html>Войдите в сеть</html>' };
const AWAY: ModelResponse = { status: 502, headers: HTML, body: '<html>Bad gateway</html>' };
const BROKEN = failure(500);
/** What somebody on the way answers; the server never hears of the request. */
const EARLY_RESPONSES = new Map<string, ModelResponse>([
  ['answer 401', failure(401)],
  ['answer 429', failure(429, { 'retry-after': String(RETRY_AFTER_S) })],
  ['answer 500', BROKEN],
  ['answer 502', AWAY],
  ['portal answer', PORTAL],
]);
