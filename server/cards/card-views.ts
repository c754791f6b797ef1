import { sql } from 'kysely';
import { deviceCardOrderings, serverCardOrderings, type CardOrdering } from '#contract/card-list.ts';
import { MAX_CARD_VIEWS, type CardView } from '#contract/card-views.ts';
import type { Db, Trx } from '#server/db/database.ts';
import { badRequest, notFound } from '#server/errors/http-error.ts';
import type { Session } from '#server/http/session.ts';
import { normaliseLine } from '#server/text/text-rules.ts';

/** A view belongs to one person: of a colleague it is as little there as of a stranger. */
type Owner = Pick<Session, 'accountId' | 'userId'>;
type Shown = Omit<CardView, 'id' | 'name'>;

export async function findCardViews(
  db: Db,
  { accountId, userId }: Owner,
  viewId?: number,
): Promise<CardView[]> {
  const rows = await db
    .selectFrom('card_views')
    .select(['id', 'name', 'filter', 'ordering', 'density', 'columns'])
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .$if(viewId !== undefined, (query) => query.where('id', '=', viewId ?? 0))
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(({ filter: { wbTag, ...filter }, ordering, ...view }) => ({
    ...view,
    filter,
    ...(wbTag && { wbTag }),
    ...orderingsOf(ordering),
  }));
}

/** As the contract says it to clients of any age. */
function orderingsOf(stored: CardOrdering): Pick<CardView, 'ordering' | 'serverOrdering'> {
  const ordering = deviceCardOrderings.find((one) => one === stored);
  const serverOrdering = serverCardOrderings.find((one) => one === stored);
  return { ordering: ordering ?? '-updated_at', ...(serverOrdering && { serverOrdering }) };
}

export async function createCardView(
  trx: Trx,
  owner: Owner,
  { name, ...shown }: Omit<CardView, 'id'>,
): Promise<CardView> {
  const views = await findCardViews(trx, owner);
  if (views.length >= MAX_CARD_VIEWS) {
    throw badRequest(`Видов может быть не больше ${MAX_CARD_VIEWS}: удалите те, которые не нужны`);
  }
  const { id } = await trx
    .insertInto('card_views')
    .values({
      account_id: owner.accountId,
      user_id: owner.userId,
      name: freeName(name, views),
      ...columnsOf(shown),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return await viewOr404(trx, owner, id);
}

export async function updateCardView(
  trx: Trx,
  owner: Owner,
  viewId: number,
  { name, shown }: { name?: string | undefined; shown?: Shown | undefined },
): Promise<CardView> {
  const current = await viewOr404(trx, owner, viewId);
  const others = (await findCardViews(trx, owner)).filter(({ id }) => id !== viewId);
  await trx
    .updateTable('card_views')
    .set({ name: name === undefined ? current.name : freeName(name, others), ...columnsOf(shown ?? current) })
    .where('account_id', '=', owner.accountId)
    .where('user_id', '=', owner.userId)
    .where('id', '=', viewId)
    .execute();
  return await viewOr404(trx, owner, viewId);
}

export async function deleteCardView(trx: Trx, owner: Owner, viewId: number): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('card_views')
    .where('account_id', '=', owner.accountId)
    .where('user_id', '=', owner.userId)
    .where('id', '=', viewId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw viewNotFound();
}

async function viewOr404(db: Db, owner: Owner, viewId: number): Promise<CardView> {
  const [view] = await findCardViews(db, owner, viewId);
  if (!view) throw viewNotFound();
  return view;
}

const viewNotFound = () => notFound('Такого вида нет: возможно, его удалили на другом устройстве');

function columnsOf({ filter, wbTag, ordering, serverOrdering, density, columns }: Shown) {
  return {
    filter: JSON.stringify({ ...filter, wbTag }),
    ordering: serverOrdering ?? ordering,
    density,
    columns: [...new Set(columns)],
  };
}

/** The name as it is kept. Who is faster by a moment in another process is told by the index. */
function freeName(said: string, others: readonly CardView[]): string {
  const name = normaliseLine(said);
  const refusal = (detail: string) => badRequest(detail, [{ field: 'name', detail }]);
  if (name === '') throw refusal('Укажите название');
  if (others.some((view) => view.name.toLowerCase() === name.toLowerCase())) {
    throw refusal(`Вид «${name}» уже есть`);
  }
  return name;
}
