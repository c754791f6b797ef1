import { loginEndpoint, logoutEndpoint, refreshTokensEndpoint, type SessionUser } from '#contract/auth.ts';
import { getCardCountersEndpoint, listCardsEndpoint } from '#contract/card-list.ts';
import { createCardEndpoint } from '#contract/card-creation.ts';
import { getCardEndpoint, updateCardEndpoint, type Card, type CardContent } from '#contract/cards.ts';
import { API_BASE, type EndpointDefinition } from '#contract/endpoint.ts';
import { errorBodySchema, type ErrorBody } from '#contract/errors.ts';
import { listCatalogueChangesEndpoint } from '#contract/catalogue-feed.ts';
import { streamHintsEndpoint } from '#contract/live-hints.ts';
import { listShipmentsEndpoint } from '#contract/shipments.ts';
import { listSubjectCharacteristicsEndpoint } from '#contract/subjects.ts';
import { pingEndpoint } from '#contract/system.ts';
import { readTakenCardsEndpoint, readTakenShipmentsEndpoint } from '#contract/takings.ts';
import { getProfileEndpoint } from '#contract/users.ts';
import { changeSettingsEndpoint } from '#contract/settings.ts';
import {
  createWarehouseGroupEndpoint,
  deleteWarehouseGroupEndpoint,
  getWarehouseGroupEndpoint,
  listWarehouseGroupsEndpoint,
  listWarehousesEndpoint,
  updateWarehouseGroupEndpoint,
  type WarehouseGroup,
} from '#contract/warehouses.ts';
import { fromWire, toWire } from '#contract/wire.ts';
import { dataOf, newCard, profileOf, WAREHOUSES, type Effect, type UserData } from './model-data.ts';
import { ModelFeed } from './model-feed.ts';
import { pictureAt, picturesOf } from './model-pictures.ts';
import { shipmentPage } from './model-shipments.ts';
import { hashOf, ModelSessions } from './model-sessions.ts';

export interface ModelRequest {
  method: string;
  url: string;
  headers: Headers;
  body: string | undefined;
}

export interface ModelResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

interface Call {
  user: SessionUser;
  data: UserData;
  id: number;
  query: URLSearchParams;
  body: Record<string, unknown>;
  version: number | undefined;
  key: string | undefined;
}

class Refusal extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: Partial<ErrorBody> = {}) {
    super(String(status));
    this.status = status;
    this.body = { detail: [`Отказ ${status}`], ...body };
  }
}

interface Result {
  body?: unknown;
  version?: number;
}

/** The server by its contract, without a database: every request and every answer is checked against the schemas. */
export class ModelServer {
  readonly sessions = new ModelSessions();
  readonly effects: Effect[] = [];
  /** Writes that came with somebody's token, for the invariant that nobody's work goes out under another's. */
  readonly writes: { userId: number; body: string }[] = [];
  readonly users: readonly SessionUser[];
  isKeyHonoured = true;
  /** Told of each change of a user's card list, as a hint is. */
  onCardsChanged: (userId: number) => void = () => undefined;
  private readonly feeds: Map<number, ModelFeed>;
  private readonly data: Map<number, UserData>;
  private readonly responses = new Map<string, { fingerprint: string; status: number; result: Result }>();
  private readonly clock: () => number;
  private lastId = 100;
  private readonly routes: [EndpointDefinition, (call: Call) => Result][];

  constructor(users: readonly SessionUser[], clock: () => number) {
    this.users = users;
    this.clock = clock;
    this.data = new Map(users.map((user) => [user.id, dataOf(user, this.time())]));
    this.feeds = new Map(users.map((user) => [user.id, new ModelFeed(user, clock)]));
    for (const { id } of users)
      for (const card of this.dataOf(id).cards.values()) this.feedOf(id).putCard(card);
    this.routes = [
      [getProfileEndpoint, ({ user, data }) => ({ body: profileOf(user, data, this.time()) })],
      [listCardsEndpoint, ({ data }) => ({ body: page([...data.cards.values()]) })],
      [getCardCountersEndpoint, ({ data }) => ({ body: countersOf(data) })],
      [getCardEndpoint, ({ data, id }) => cardResult(found(data.cards.get(id)))],
      [createCardEndpoint, (call) => this.createCard(call)],
      [updateCardEndpoint, (call) => this.updateCard(call)],
      [changeSettingsEndpoint, (call) => this.changeSettings(call)],
      [
        listCatalogueChangesEndpoint,
        ({ user, query }) => ({ body: this.feedOf(user.id).portion(query.get('since')) }),
      ],
      // Its lines come one by one (hint-streams.ts).
      [streamHintsEndpoint, () => ({})],
      [listWarehousesEndpoint, () => ({ body: WAREHOUSES })],
      [listWarehouseGroupsEndpoint, ({ data }) => ({ body: [...data.groups.values()] })],
      [getWarehouseGroupEndpoint, ({ data, id }) => groupResult(found(data.groups.get(id)))],
      [createWarehouseGroupEndpoint, (call) => this.createGroup(call)],
      [updateWarehouseGroupEndpoint, (call) => this.updateGroup(call)],
      [deleteWarehouseGroupEndpoint, (call) => this.deleteGroup(call)],
      [listSubjectCharacteristicsEndpoint, () => ({ body: [] })],
      [listShipmentsEndpoint, ({ data, query }) => ({ body: shipmentPage(data.shipments, query) })],
      [readTakenCardsEndpoint, readTakenCards],
      [readTakenShipmentsEndpoint, readTakenShipments],
    ];
  }

  dataOf(userId: number): UserData {
    return this.data.get(userId)!;
  }

  feedOf(userId: number): ModelFeed {
    return this.feeds.get(userId)!;
  }

  handle(request: ModelRequest): ModelResponse {
    try {
      return this.respondToGuest(request) ?? this.respondToUser(request);
    } catch (error) {
      if (error instanceof Refusal) return respond(error.status, errorBodySchema.parse(error.body));
      throw error;
    }
  }

  /** Somebody else, on another device, saves a card. */
  changeElsewhere(userId: number, id: number, patch: Partial<CardContent>): void {
    const { cards } = this.dataOf(userId);
    const card = cards.get(id);
    if (card) this.saveCard(userId, card, patch, null);
  }

  /** Every card has some, from its first version on. */
  givePictures(): void {
    for (const { cards } of this.data.values())
      for (const card of cards.values()) card.photos = picturesOf(card.id);
  }

  private time(): string {
    return new Date(this.clock()).toISOString();
  }

  private respondToGuest({ url, method, body }: ModelRequest): ModelResponse | undefined {
    const address = new URL(url, 'https://shop.test');
    const { pathname, searchParams } = address;
    if (pathname.startsWith('/media/')) return respondWithPicture(pictureAt(address, this.users));
    const isCall = (endpoint: EndpointDefinition) =>
      endpoint.method === method && pathname === API_BASE + endpoint.path;
    if (isCall(pingEndpoint))
      return respond(200, pingEndpoint.response.parse({ nonce: searchParams.get('n') }));
    if (isCall(loginEndpoint)) {
      const credentials = loginEndpoint.body.parse(bodyOf(body));
      const user = this.users.find((one) => one.login === credentials.login);
      if (!user) throw new Refusal(401, { code: 'wrong_credentials' });
      return respond(200, loginEndpoint.response.parse(this.sessions.start(user, this.clock())));
    }
    if (isCall(refreshTokensEndpoint)) {
      const { refresh } = refreshTokensEndpoint.body.parse(bodyOf(body));
      const tokens = this.sessions.refresh(refresh, this.clock());
      if (!tokens) throw new Refusal(401, { code: 'unauthenticated' });
      return respond(200, refreshTokensEndpoint.response.parse(tokens));
    }
    if (isCall(logoutEndpoint)) {
      const { refresh, refreshHash } = logoutEndpoint.body.parse(bodyOf(body));
      this.sessions.end(refreshHash ?? hashOf(refresh ?? ''));
      return respond(204);
    }
    return undefined;
  }

  private respondToUser(request: ModelRequest): ModelResponse {
    const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
    const user = this.sessions.userOf(token, this.clock());
    if (!user) throw new Refusal(401, { code: 'unauthenticated' });
    const { pathname, searchParams } = new URL(request.url, 'https://shop.test');
    const match = this.routes
      .map(([endpoint, run]) => ({ endpoint, run, id: matchPath(endpoint, request.method, pathname) }))
      .find(({ id }) => id !== undefined);
    if (!match) throw new Error(`The model has no ${request.method} ${pathname}`);
    const { endpoint, run, id = 0 } = match;
    const body = endpoint.body ? parsedBody(endpoint, request.body) : {};
    if (endpoint.method !== 'GET') this.writes.push({ userId: user.id, body: request.body ?? '' });
    const version = versionOf(request.headers.get('if-match'));
    if (endpoint.ifMatch === 'required' && version === undefined)
      throw new Refusal(428, { code: 'version_required' });
    const key = request.headers.get('idempotency-key') ?? undefined;
    const call: Call = { user, data: this.dataOf(user.id), id, query: searchParams, body, version, key };
    const { status, result } = this.once(call, request, () => ({
      status: endpoint.status ?? 200,
      result: run(call),
    }));
    const parsed = endpoint.response ? endpoint.response.parse(result.body) : undefined;
    return respond(status, parsed, result.version);
  }

  /** The same key with the same request gets the same answer; a refused request leaves no trace of its key. */
  private once(
    call: Call,
    { method, url, body }: ModelRequest,
    run: () => { status: number; result: Result },
  ) {
    if (call.key === undefined || !this.isKeyHonoured) return run();
    const name = `${call.user.id} ${call.key}`;
    const fingerprint = JSON.stringify([method, url, body]);
    const known = this.responses.get(name);
    if (known && known.fingerprint !== fingerprint)
      throw new Refusal(422, { code: 'idempotency_key_reused' });
    if (known) return known;
    const done = run();
    this.responses.set(name, { fingerprint, ...done });
    return done;
  }

  private createCard({ user, data, body, key }: Call): Result {
    refuseBad(body['title']);
    const card = newCard((this.lastId += 1), body as CardContent, this.time()); // parsed by the contract
    data.cards.set(card.id, card);
    this.feedOf(user.id).putCard(card);
    this.note(user.id, 'card', card.id, {}, body, key);
    this.onCardsChanged(user.id);
    return cardResult(card);
  }

  private updateCard({ user, data, id, body, version, key }: Call): Result {
    const card = found(data.cards.get(id));
    refuseBad(body['title']);
    if (version !== card.version) throw new Refusal(412, { code: 'version_conflict', current: card });
    return cardResult(this.saveCard(user.id, card, body, key));
  }

  private saveCard(
    userId: number,
    card: Card,
    patch: Partial<CardContent>,
    key: string | null | undefined,
  ): Card {
    this.note(userId, 'card', card.id, card, patch, key);
    const saved = { ...card, ...patch, version: card.version + 1, updatedAt: this.time() };
    this.dataOf(userId).cards.set(card.id, saved);
    this.feedOf(userId).putCard(saved);
    this.onCardsChanged(userId);
    return saved;
  }

  private changeSettings({ user, data, body, version, key }: Call): Result {
    const current = { settings: data.settings, settingsVersion: data.settingsVersion };
    if (version !== undefined && version !== data.settingsVersion) {
      throw new Refusal(412, { code: 'version_conflict', current });
    }
    this.note(user.id, 'settings', 0, data.settings, body, key);
    data.settings = { ...data.settings, ...body };
    data.settingsVersion += 1;
    return { body: { settings: data.settings, settingsVersion: data.settingsVersion } };
  }

  private createGroup({ user, data, body, key }: Call): Result {
    const { name, kind } = createWarehouseGroupEndpoint.body.parse(body);
    const group: WarehouseGroup = {
      id: (this.lastId += 1),
      name,
      kind,
      warehouses: [],
      version: 1,
      updatedAt: this.time(),
    };
    data.groups.set(group.id, group);
    this.note(user.id, 'warehouseGroup', group.id, {}, { name }, key);
    return groupResult(group);
  }

  private updateGroup({ user, data, id, body, version, key }: Call): Result {
    const group = found(data.groups.get(id));
    if (version !== group.version) throw new Refusal(412, { code: 'version_conflict', current: group });
    const { name = group.name } = updateWarehouseGroupEndpoint.body.parse(body);
    this.note(user.id, 'warehouseGroup', id, { name: group.name }, { name }, key);
    const saved = { ...group, name, version: group.version + 1, updatedAt: this.time() };
    data.groups.set(id, saved);
    return groupResult(saved);
  }

  private deleteGroup({ user, data, id, version, key }: Call): Result {
    const group = found(data.groups.get(id));
    if (version !== group.version) throw new Refusal(412, { code: 'version_conflict', current: group });
    data.groups.delete(id);
    this.note(user.id, 'warehouseGroup', id, { name: group.name }, { name: null }, key);
    return {};
  }

  private note(
    userId: number,
    entity: Effect['entity'],
    entityId: number,
    before: object,
    patch: object,
    key: string | null | undefined,
  ): void {
    const old = new Map<string, unknown>(Object.entries(before));
    for (const [field, value] of Object.entries(patch)) {
      if (JSON.stringify(old.get(field)) === JSON.stringify(value)) continue;
      this.effects.push({
        userId,
        entity,
        entityId,
        field,
        before: old.get(field),
        value,
        key: key ?? null,
        at: this.clock(),
      });
    }
  }
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Refusal(404, { code: 'not_found' });
  return value;
}

function refuseBad(title: unknown): void {
  if (typeof title !== 'string' || !title.startsWith('bad')) return;
  throw new Refusal(400, { code: 'validation_failed', errors: [{ field: 'title', detail: 'Так нельзя' }] });
}

function cardResult(card: Card): Result {
  return { body: card, version: card.version };
}

function groupResult(group: WarehouseGroup): Result {
  return { body: group, version: group.version };
}

function page(cards: Card[]) {
  const results = cards.map((card) => ({ ...card, photo: card.photos[0] ?? null }));
  return { count: cards.length, next: null, previous: null, results };
}

function readTakenCards({ data, body }: Call): Result {
  const { cardIds } = readTakenCardsEndpoint.body.parse(body);
  const cards = cardIds.flatMap((id) => data.cards.get(id) ?? []);
  return { body: { cards: cards.map((card) => ({ card, shopCards: [], groups: [] })) } };
}

function readTakenShipments({ data, body }: Call): Result {
  const { shipmentIds } = readTakenShipmentsEndpoint.body.parse(body);
  const shipments = data.shipments.filter(({ id }) => shipmentIds.includes(id));
  return { body: { shipments: shipments.map((shipment) => ({ shipment, errors: [] })) } };
}

function countersOf({ cards }: UserData) {
  return { all: cards.size, DRAFT: cards.size, PUBLISHED: 0, UPDATING: 0, HAS_ERRORS: 0, ARCHIVED: 0 };
}

/** The id in the path (0 when it has none); undefined when it is another path. */
function matchPath(endpoint: EndpointDefinition, method: string, pathname: string): number | undefined {
  if (endpoint.method !== method) return undefined;
  const [before = '', after] = (API_BASE + endpoint.path).split('{id}');
  if (after === undefined) return pathname === before ? 0 : undefined;
  const id = pathname.slice(before.length, pathname.length - after.length);
  return pathname === before + id + after && /^[1-9]\d*$/.test(id) ? Number(id) : undefined;
}

function bodyOf(body: string | undefined): unknown {
  return fromWire(JSON.parse(body ?? 'null'));
}

function parsedBody(endpoint: EndpointDefinition, body: string | undefined): Record<string, unknown> {
  const parsed = endpoint.body!.safeParse(bodyOf(body));
  if (!parsed.success) throw new Refusal(400, { code: 'validation_failed' });
  return parsed.data as Record<string, unknown>; // bodies of the contract are objects
}

function versionOf(header: string | null): number | undefined {
  const version = /^"v(\d+)"$/.exec(header ?? '')?.[1];
  return version === undefined ? undefined : Number(version);
}

function respondWithPicture(picture: string | undefined): ModelResponse {
  if (picture === undefined) return respond(404, { detail: ['Нет такого изображения'] });
  return { status: 200, headers: { 'content-type': 'image/svg+xml' }, body: picture };
}

function respond(status: number, body?: unknown, version?: number): ModelResponse {
  return {
    status,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      ...(version === undefined ? {} : { etag: `"v${version}"` }),
    },
    body: body === undefined ? '' : JSON.stringify(toWire(body)),
  };
}
