import type { SessionUser } from '#contract/auth.ts';
import type { Card, CardContent } from '#contract/cards.ts';
import { defaultSettings, type Profile, type Settings } from '#contract/users.ts';
import type { Shipment } from '#contract/shipments.ts';
import type { Warehouse, WarehouseGroup } from '#contract/warehouses.ts';
import { passOf } from './model-pictures.ts';
import { shipmentsOf } from './model-shipments.ts';

/** A value that was really written, and what stood there before. */
export interface Effect {
  userId: number;
  entity: 'card' | 'settings' | 'warehouseGroup';
  entityId: number;
  field: string;
  before: unknown;
  value: unknown;
  /** `null` for what somebody else did. */
  key: string | null;
  at: number;
}

export interface UserData {
  cards: Map<number, Card>;
  groups: Map<number, WarehouseGroup>;
  shipments: readonly Shipment[];
  settings: Settings;
  settingsVersion: number;
}

const CONTENT: CardContent = {
  vendorCode: '',
  title: '',
  description: '',
  subjectId: 5,
  brand: '',
  dimensions: { lengthCm: 0, widthCm: 0, heightCm: 0, weightKg: 0 },
  characteristics: [],
  sizes: [],
  photos: [],
  tags: [],
  priceKopecks: 10_000,
  discount: 10,
  clubDiscount: 0,
  costPriceKopecks: null,
};

/** A card with this user's mark in every text: wherever it turns up, it is known whose it is. */
export function contentOf(mark: string, name: string): CardContent {
  return { ...CONTENT, vendorCode: name, title: `${mark} ${name}`, description: mark, brand: mark };
}

export const WAREHOUSES: Warehouse[] = [1, 2].map((id) => ({
  id,
  shopId: 1,
  shopName: 'Магазин',
  wbWarehouseId: id,
  name: `Склад ${id}`,
  officeName: 'Тула',
  cargoType: 1,
  deliveryType: 1,
  isProcessing: false,
}));

export function newCard(id: number, content: CardContent, at: string): Card {
  return {
    ...content,
    id,
    subjectName: 'Платья',
    nmId: null,
    finalPriceKopecks: content.priceKopecks,
    stock: 0,
    shopIds: [],
    state: 'DRAFT',
    version: 1,
    createdAt: at,
    updatedAt: at,
    updatedBy: null,
  };
}

/** Three cards and a group; ids of two users never meet. */
export function dataOf(user: SessionUser, at: string): UserData {
  const { id, name } = user;
  const cards = [1, 2, 3].map((number) => newCard(id * 1000 + number, contentOf(name, `№${number}`), at));
  const group: WarehouseGroup = {
    id: id * 1000 + 1,
    name: `${name} группа`,
    kind: 'USER',
    warehouses: [],
    version: 1,
    updatedAt: at,
  };
  return {
    cards: new Map(cards.map((card) => [card.id, card])),
    groups: new Map([[group.id, group]]),
    shipments: shipmentsOf(user),
    settings: defaultSettings,
    settingsVersion: 1,
  };
}

export function profileOf(user: SessionUser, { settings, settingsVersion }: UserData, at: string): Profile {
  return {
    ...user,
    accountName: `Кабинет: ${user.name}`,
    shops: [],
    settings,
    settingsVersion,
    shipmentsWithErrors: 0,
    isDemo: false,
    mediaPass: passOf(user.id),
    serverTime: at,
  };
}
