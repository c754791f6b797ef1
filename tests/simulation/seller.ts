import type { SessionUser } from '#contract/auth.ts';
import { loginEndpoint } from '#contract/auth.ts';
import type { Card } from '#contract/cards.ts';
import type { Profile } from '#contract/users.ts';
import type { WarehouseGroup } from '#contract/warehouses.ts';
import type { SaveResult } from '#offline/outbox/save-result.ts';
import type { Edit, Fields } from '#offline/outbox/outbox-record.ts';
import type { Device, Tab } from './device.ts';
import type { Judge } from './judge.ts';
import type { Entity, Ledger, Intent } from './ledger.ts';
import { contentOf } from './model-data.ts';

const CARD_FIELDS = ['title', 'brand', 'description'] as const;

/** What a screen shows of one thing: the server's last word and, on top of it, what waits on this device. */
export interface Shown {
  entity: Entity;
  entityId: number;
  version: number | null;
  fields: Fields;
}

/** A person at a tab: opens screens, types, saves, decides. Everything goes through the core's public functions. */
export class Seller {
  private readonly random: () => number;
  private readonly now: () => number;
  private readonly ledger: Ledger;
  private readonly judge: Judge;
  private readonly onSignedOut: (device: Device, userId: number) => void;
  private readonly screens = new WeakMap<Tab, Map<string, () => void>>();
  /** Where somebody is signing out: whatever is typed there meanwhile goes with the rest. */
  private readonly leaving = new Set<Device>();
  /** Who left a device and has not come back. */
  readonly signedOut = new Map<Device, Set<number>>();
  /** Sessions that ended on a device without the server: their refresh tokens. */
  readonly owedSignOuts = new Map<Device, Set<string>>();
  private valueCount = 0;

  constructor(options: {
    random: () => number;
    now: () => number;
    ledger: Ledger;
    judge: Judge;
    onSignedOut: (device: Device, userId: number) => void;
  }) {
    this.onSignedOut = options.onSignedOut;
    this.random = options.random;
    this.now = options.now;
    this.ledger = options.ledger;
    this.judge = options.judge;
  }

  async signIn(tab: Tab, user: SessionUser, isForeignDevice = false): Promise<void> {
    const { api, session } = tab.core;
    const tokens = await api.call(loginEndpoint, {
      body: { login: user.login, password: 'secret', isForeignDevice },
    });
    session.startSession(tokens, { isForeignDevice });
    this.signedOut.get(tab.device)?.delete(user.id);
  }

  /** With what is unsent: the person was asked and said yes. */
  signOut(tab: Tab): Promise<void> {
    return this.leave(tab, () => tab.core.signOut());
  }

  async signOutHere(tab: Tab): Promise<void> {
    const { refreshToken } = tab.core.session.getSession();
    await this.leave(tab, () => tab.core.signOutOnThisDevice());
    if (refreshToken === null || !tab.isAlive) return;
    const owed = this.owedSignOuts.get(tab.device) ?? new Set();
    this.owedSignOuts.set(tab.device, owed.add(refreshToken));
  }

  private async leave(tab: Tab, signOut: () => Promise<void>): Promise<void> {
    const { user, isPersisted } = tab.core.session.getSession();
    const letGo = this.letGo(tab);
    this.leaving.add(tab.device);
    await signOut().finally(() => this.leaving.delete(tab.device));
    letGo();
    if (!user || !isPersisted || !tab.isAlive) return;
    this.onSignedOut(tab.device, user.id);
  }

  noteSignedOut(device: Device, userId: number): void {
    this.signedOut.set(device, (this.signedOut.get(device) ?? new Set()).add(userId));
  }

  /** Now, and again by the returned function: what other tabs saved meanwhile goes too. */
  letGo(tab: Tab): () => void {
    const userId = tab.core.session.getSession().user?.id;
    const giveUp = () => {
      if (userId !== undefined) this.ledger.giveUp(tab.device, userId, ({ told }) => told !== 'sent');
    };
    giveUp();
    return giveUp;
  }

  /** Opens a screen of the app: its query is kept fresh for as long as it is open. */
  open(tab: Tab, screen: 'list' | 'profile' | 'groups' | `card ${number}`): void {
    const { client, core } = tab;
    const opened = this.screensOf(tab);
    if (!client || opened.has(screen) || !core.session.getSession().isLoggedIn) return;
    const options =
      screen === 'list'
        ? core.cardQueries.list({})
        : screen === 'profile'
          ? core.userQueries.me()
          : screen === 'groups'
            ? core.warehouseQueries.groups()
            : core.oneCardQueries.byId(Number(screen.slice('card '.length)));
    // Their types differ by what they answer; the observer takes any.
    const observer = new core.QueryObserver(client, options as ReturnType<Tab['core']['userQueries']['me']>);
    opened.set(
      screen,
      observer.subscribe(() => undefined),
    );
  }

  closeAll(tab: Tab): void {
    const opened = this.screensOf(tab);
    for (const close of opened.values()) close();
    opened.clear();
  }

  close(tab: Tab): void {
    const [first] = this.screensOf(tab);
    if (!first) return;
    first[1]();
    this.screensOf(tab).delete(first[0]);
  }

  /** Everything that the open screens of a tab show now. */
  shown(tab: Tab): Shown[] {
    const { client, core } = tab;
    const { user } = core.session.getSession();
    if (!client || !user) return [];
    const content = core.outbox.getContent();
    const shownOf = (entity: Entity, entityId: number, version: number | null, fields: Fields): Shown => {
      const waiting = core.recordsOf(content, { entity, entityId });
      return { entity, entityId, version, fields: { ...fields, ...core.waitingFields(waiting) } };
    };
    const all: Shown[] = [];
    for (const query of client.getQueryCache().getAll()) {
      const [tag, id] = query.queryKey;
      const { data } = query.state;
      if (data === undefined || query.getObserversCount() === 0) continue;
      if (tag === 'Card' && typeof id === 'number') {
        const card = data as Card;
        all.push(shownOf('card', card.id, card.version, { ...card }));
      } else if (tag === 'UserMe') {
        const { settings, settingsVersion } = data as Profile;
        all.push(shownOf('settings', core.SETTINGS_ID, settingsVersion, { ...settings }));
      } else if (tag === 'WarehouseGroups') {
        for (const group of data as WarehouseGroup[]) {
          const waiting = core.recordsOf(content, { entity: 'warehouseGroup', entityId: group.id });
          // One that waits to be deleted is not shown.
          if (waiting.some(({ kind, state }) => kind === 'delete' && state !== 'rejected')) continue;
          all.push(shownOf('warehouseGroup', group.id, group.version, { name: group.name }));
        }
      }
    }
    for (const { entity, entityId, kind } of content.records) {
      if (kind === 'create') all.push(shownOf(entity, entityId, null, {}));
    }
    return all;
  }

  /** Changes something that is on the screen. */
  edit(tab: Tab): void {
    const { user } = tab.core.session.getSession();
    const target = this.pick(this.shown(tab));
    if (!user || !target) return;
    const { entity, entityId } = target;
    const field = entity === 'settings' ? 'taxPeriods' : entity === 'card' ? this.pick(CARD_FIELDS)! : 'name';
    const value = entity === 'settings' ? this.newTax() : this.newText(user, field);
    void this.save(tab, {
      entity,
      entityId,
      kind: 'update',
      title: user.name,
      baseVersion: target.version,
      patch: { [field]: value },
      base: { [field]: target.fields[field] },
    });
  }

  create(tab: Tab): void {
    const { user } = tab.core.session.getSession();
    if (!user) return;
    const entityId = tab.core.newTemporaryId();
    const common = { entityId, kind: 'create' as const, title: user.name, baseVersion: null, base: {} };
    if (this.random() < 0.3) {
      const patch = { name: this.newText(user, 'name'), kind: 'USER', warehouseIds: [] };
      void this.save(tab, { ...common, entity: 'warehouseGroup', patch }, ['name']);
      return;
    }
    const vendorCode = `draft-${(this.valueCount += 1)}`;
    this.ledger.drafts.push(vendorCode);
    const patch = { ...contentOf(user.name, vendorCode), title: this.newText(user, 'title') };
    void this.save(tab, { ...common, entity: 'card', patch }, ['title']);
  }

  deleteGroup(tab: Tab): void {
    const group = this.pick(
      this.shown(tab).filter(({ entity, version }) => entity === 'warehouseGroup' && version !== null),
    );
    if (!group) return;
    const { entityId, version } = group;
    const edit: Edit = {
      entity: 'warehouseGroup',
      entityId,
      kind: 'delete',
      title: 'Группа',
      baseVersion: version,
      patch: {},
      base: {},
    };
    void this.save(tab, edit);
  }

  /** Chooses in a conflict, tries a refused record again or gives it up. */
  async decide(tab: Tab): Promise<void> {
    const { outbox, session } = tab.core;
    const user = session.getSession().user;
    const record = this.pick(
      outbox.getContent().records.filter(({ state }) => state === 'conflict' || state === 'rejected'),
    );
    if (!user || !record) return;
    const isAbout = (intent: Intent) =>
      intent.entity === record.entity &&
      this.ledger.realId(intent.entityId) === this.ledger.realId(record.entityId);
    if (record.conflict) {
      const { fields } = record.conflict;
      const isMine = this.random() < 0.5;
      if (!isMine)
        this.ledger.giveUp(tab.device, user.id, (intent) => isAbout(intent) && fields.includes(intent.field));
      else this.judge.onRefused(record.conflict.theirs);
      await outbox.resolveConflict(record.id, isMine ? fields : []);
    } else if (this.random() < 0.3) await outbox.retry(record.id);
    else {
      this.ledger.giveUp(tab.device, user.id, isAbout);
      await outbox.discard(record.id);
    }
  }

  private async save(tab: Tab, edit: Edit, fields = Object.keys(edit.patch)): Promise<void> {
    const { user } = tab.core.session.getSession();
    if (!user || !tab.client) return;
    const intents = (edit.kind === 'delete' ? ['name'] : fields).map((field): Intent => ({
      device: tab.device,
      tab,
      userId: user.id,
      entity: edit.entity,
      entityId: edit.entityId,
      field,
      value: edit.kind === 'delete' ? null : edit.patch[field],
      before: edit.base[field],
      told: 'asked',
      madeAt: this.now(),
      toldAt: undefined,
      isGivenUp: this.leaving.has(tab.device),
    }));
    this.ledger.intents.push(...intents);
    tab.core.outbox.attach(tab.client);
    const told = await tab.core.outbox.enqueue(edit).then(
      (result: SaveResult) => result.status,
      () => 'failed' as const,
    );
    if (!tab.isAlive) return;
    for (const intent of intents) {
      intent.told = told;
      intent.toldAt = this.now();
      this.judge.onTold(intent);
    }
  }

  private newText(user: SessionUser, field: string): string {
    const isBad = field === 'title' && this.random() < 0.05;
    return `${isBad ? 'bad ' : ''}${user.name} ${(this.valueCount += 1)}`;
  }

  private newTax() {
    this.valueCount += 1;
    return [{ from: '2024-01-01', basis: 'INCOME', ratePercent: this.valueCount / 100, vatPercent: 0 }];
  }

  private screensOf(tab: Tab): Map<string, () => void> {
    const known = this.screens.get(tab) ?? new Map<string, () => void>();
    this.screens.set(tab, known);
    return known;
  }

  private pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.random() * list.length)];
  }
}
