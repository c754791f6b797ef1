import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '#api/http/api-error.ts';
import { priceFields } from '#contract/card-rules.ts';
import type { Card, CardContent } from '#contract/cards.ts';
import { pick } from '#offline/outbox/three-way-merge.ts';
import {
  changedContent,
  changedFields,
  contentOf,
  type ContentPatch,
} from '#pages/cards/form/card-values.ts';
import { mockCard } from '#tests/mocks/cards.ts';
import { contentArbitrary } from '#tests/support/cards/card-content.ts';
import { toasts } from '#ui/toast-store.ts';
import {
  chosenPatch,
  reduceCardEdit,
  startCardEdit,
  type CardBase,
  type CardEditEvent,
  type CardEditState,
} from './card-edit-state.ts';
import { createServerSaver } from './save-on-server.ts';
import { planSave } from './save-card.ts';

const first = mockCard(1);
afterEach(() => toasts.dismissAll());

function baseOf(card: Card, waiting: ContentPatch = {}): CardBase {
  const onServer = contentOf(card);
  return { content: { ...onServer, ...waiting }, onServer, version: card.version };
}

function after(...events: CardEditEvent[]): CardEditState {
  return events.reduce(reduceCardEdit, startCardEdit(baseOf(first)));
}

describe('a card that is being edited', () => {
  it('takes over what others changed elsewhere, and keeps what is typed', () => {
    const theirs = mockCard(1, { version: 2, brand: 'Сновея' });
    const state = after(
      { type: 'typed', patch: { title: 'Чашка' } },
      { type: 'shown', base: baseOf(theirs) },
    );
    expect(state.values).toMatchObject({ title: 'Чашка', brand: 'Сновея' });
    expect(state.base.version).toBe(2);
  });

  it('stays where it was when nothing is new, when the news is old, and while it is being saved', () => {
    const state = after({ type: 'typed', patch: { title: 'Чашка' } });
    const theirs: CardEditEvent = {
      type: 'shown',
      base: baseOf(mockCard(1, { version: 2, brand: 'Сновея' })),
    };
    expect(reduceCardEdit(state, { type: 'shown', base: baseOf(mockCard(1)) })).toBe(state);
    const fresher = reduceCardEdit(state, theirs);
    expect(reduceCardEdit(fresher, theirs)).toBe(fresher);
    expect(reduceCardEdit(fresher, { type: 'shown', base: baseOf(mockCard(1)) })).toBe(fresher);
    const saving = reduceCardEdit(state, { type: 'saving' });
    expect(reduceCardEdit(saving, theirs)).toBe(saving);
  });

  it('saves a price from the version it was typed over when somebody has changed the prices since', () => {
    const theirs = mockCard(1, { version: 2, priceKopecks: 300_00 });
    const typed: CardEditEvent = { type: 'typed', patch: { priceKopecks: 500_00 } };
    const state = after(typed, { type: 'shown', base: baseOf(theirs) });
    expect(state.base).toMatchObject({ version: 1, onServer: { priceKopecks: first.priceKopecks } });
    expect(planSave(state, true)).toMatchObject({ way: 'server', patch: { priceKopecks: 500_00 } });
  });

  it('a draft is saved from the version it was typed over, not from the one it was restored over', () => {
    const draft = { patch: { priceKopecks: 500_00 }, base: { priceKopecks: first.priceKopecks }, version: 1 };
    const theirs = baseOf(mockCard(1, { version: 2, priceKopecks: 300_00 }));
    const state = after(
      { type: 'shown', base: theirs },
      { type: 'restored', draft },
      { type: 'shown', base: theirs },
    );
    expect(state.base).toMatchObject({ version: 1, onServer: { priceKopecks: first.priceKopecks } });
    expect(state.values.priceKopecks).toBe(500_00);
  });

  it('keeps what was typed while the save was on its way', () => {
    const state = after(
      { type: 'typed', patch: { title: 'Чашка' } },
      { type: 'saving' },
      { type: 'typed', patch: { brand: 'Сновея' } },
      { type: 'saved', card: mockCard(1, { version: 2, title: 'Чашка' }), patch: { title: 'Чашка' } },
    );
    expect(changedContent(state.base.content, state.values)).toEqual({ brand: 'Сновея' });
    expect(state.isSaving).toBe(false);
  });

  it('what is kept on this device is no change any more, and not the server’s yet', () => {
    const state = after(
      { type: 'typed', patch: { title: 'Чашка' } },
      { type: 'saving' },
      { type: 'kept', patch: { title: 'Чашка' }, isConflict: true },
    );
    expect(changedContent(state.base.content, state.values)).toEqual({});
    expect(state.base.onServer.title).toBe(first.title);
    expect(state.isWaitingConflictOpen).toBe(true);
  });

  it('a choice gives up what was chosen so and nothing else, not even what was typed since', () => {
    const theirs = mockCard(1, { version: 5, priceKopecks: 300_00, discount: 10 });
    const conflict = {
      fields: ['priceKopecks' as const, 'discount' as const],
      base: contentOf(first),
      patch: { priceKopecks: 500_00, discount: 50, title: 'Чашка' },
      theirs,
    };
    const asked = after(
      { type: 'typed', patch: conflict.patch },
      { type: 'saving' },
      { type: 'typed', patch: { brand: 'Сновея' } },
      { type: 'asked', conflict },
    );
    expect(chosenPatch(conflict, ['discount'])).toEqual({ discount: 50, title: 'Чашка' });
    const state = reduceCardEdit(asked, { type: 'chosen', mineFields: ['discount'] });
    expect(state.values).toMatchObject({
      priceKopecks: 300_00,
      discount: 50,
      title: 'Чашка',
      brand: 'Сновея',
    });
    expect(state.base).toMatchObject({ version: 5, onServer: { priceKopecks: 300_00 } });
  });

  it('an error goes when its field is edited, also one of a single characteristic', () => {
    const errors = { title: 'Укажите наименование', 'characteristics.7': 'Нужно число' };
    const refused: CardEditEvent = { type: 'refused', errors };
    expect(after(refused, { type: 'typed', patch: { characteristics: [] } }).errors).toEqual({
      title: errors.title,
    });
    expect(after(refused, { type: 'taken back' }).errors).toEqual({});
    expect(after(refused, { type: 'refused' }).errors).toEqual(errors);
  });
});

describe('a save', () => {
  it('waits on the device without prices, and never with them', () => {
    const typed = after({ type: 'typed', patch: { title: ' Чашка ' } });
    expect(planSave(typed, true)).toMatchObject({ way: 'device', patch: { title: 'Чашка' } });
    const priced = reduceCardEdit(typed, { type: 'typed', patch: { discount: 5 } });
    expect(planSave(priced, true)).toMatchObject({ way: 'server', patch: { title: 'Чашка', discount: 5 } });
    expect(planSave(priced, false)).toMatchObject({
      way: 'device',
      patch: { title: 'Чашка' },
      heldBack: ['discount'],
      errors: { discount: 'Цены меняются только при связи' },
    });
  });

  it('sends nothing that would be refused anyway, and nothing when nothing is changed', () => {
    expect(planSave(after({ type: 'typed', patch: { title: '' } }), true)).toMatchObject({
      way: 'none',
      errors: { title: 'Укажите наименование' },
    });
    expect(planSave(after(), true)).toMatchObject({ way: 'none', errors: {} });
    expect(planSave(after({ type: 'typed', patch: { discount: 5 } }), false).way).toBe('none');
  });
});

type Step =
  | { do: 'type'; patch: ContentPatch }
  | { do: 'others save'; patch: ContentPatch }
  | { do: 'look' }
  | { do: 'save'; meanwhile: ContentPatch; typed: ContentPatch }
  | { do: 'choose'; isMine: boolean }
  | { do: 'take back' };

const names = ['title', 'brand', 'dimensions', ...priceFields] as const;
const patch = fc
  .tuple(contentArbitrary, fc.subarray([...names], { minLength: 1, maxLength: 2 }))
  .map(([content, some]): ContentPatch => pick(content, some));
const maybe = fc.oneof(
  { weight: 2, arbitrary: fc.constant<ContentPatch>({}) },
  { weight: 1, arbitrary: patch },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('type' as const), patch }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('others save' as const), patch }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('look' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('save' as const), meanwhile: maybe, typed: maybe }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('choose' as const), isMine: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take back' as const) }) },
);

/** A form, a server and other people, with every save going straight to the server. */
class World {
  card = first;
  state = startCardEdit(baseOf(first));
  /** What is typed and neither saved nor given up. */
  mine: ContentPatch = {};
  onItsWay: ContentPatch = {};

  dispatch(event: CardEditEvent) {
    this.state = reduceCardEdit(this.state, event);
  }

  write(patch: ContentPatch) {
    this.card = { ...this.card, ...patch, version: this.card.version + 1 };
  }

  type(patch: ContentPatch) {
    this.dispatch({ type: 'typed', patch });
    this.mine = { ...this.mine, ...patch };
    this.forgetWhatIsNoChange();
  }

  forgetWhatIsNoChange() {
    const stored = { ...this.state.base.content, ...this.onItsWay };
    const dirty = changedContent(stored, this.state.values);
    this.mine = pick(
      this.mine,
      changedFields(this.mine).filter((field) => field in dirty),
    );
  }

  async send(base: CardContent, version: number, patch: ContentPatch, during: () => void) {
    let isFirst = true;
    const save = createServerSaver({
      show: () => undefined,
      send: async (request) => {
        if (isFirst) during();
        isFirst = false;
        if (request.version !== this.card.version) {
          throw new ApiError({ status: 412, detail: ['Изменили'], current: this.card });
        }
        // Nothing is overwritten that the person was not shown; a price not beside other prices either.
        const written = changedFields(request.patch);
        const isPriced = priceFields.some((field) => written.includes(field));
        for (const field of isPriced ? [...written, ...priceFields] : written) {
          expect(contentOf(this.card)[field]).toEqual(base[field]);
        }
        this.write(request.patch);
        return this.card;
      },
    });
    this.dispatch({ type: 'saving' });
    this.onItsWay = patch;
    const outcome = await save({ base, version, patch });
    this.onItsWay = {};
    this.dispatch(outcome);
    if (outcome.type !== 'saved') return;
    // «Сохранено» is true.
    expect(contentOf(this.card)).toMatchObject(patch);
    const sent = Object.entries(patch);
    const isSent = (field: string, value: unknown) =>
      sent.some(([name, one]) => name === field && one === value);
    const left = Object.entries(this.mine).filter(([field, value]) => !isSent(field, value));
    this.mine = Object.fromEntries(left);
  }

  async do(step: Step) {
    const { state } = this;
    // The question is a dialog: until it is answered nothing else is done.
    if (state.conflict !== null && step.do !== 'choose' && step.do !== 'others save') return;
    if (step.do === 'type') this.type(step.patch);
    if (step.do === 'others save') this.write(step.patch);
    if (step.do === 'look') this.dispatch({ type: 'shown', base: baseOf(this.card) });
    if (step.do === 'take back') {
      this.dispatch({ type: 'taken back' });
      this.mine = {};
    }
    if (step.do === 'save') {
      const { way, patch } = planSave(state, true);
      if (way === 'none') return;
      await this.send(state.base.onServer, state.base.version, patch, () => {
        if (Object.keys(step.meanwhile).length > 0) this.write(step.meanwhile);
        this.type(step.typed);
      });
    }
    if (step.do === 'choose' && state.conflict !== null) {
      const { conflict } = state;
      const mineFields = step.isMine ? conflict.fields : [];
      const patch = chosenPatch(conflict, mineFields);
      this.dispatch({ type: 'chosen', mineFields });
      const kept = changedFields(this.mine).filter(
        (field) => step.isMine || !conflict.fields.includes(field),
      );
      this.mine = pick(this.mine, kept);
      if (changedFields(patch).length === 0) return;
      await this.send(contentOf(conflict.theirs), conflict.theirs.version, patch, () => undefined);
    }
  }
}

it('whatever happens, nothing typed is lost and nothing of others is overwritten unasked', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const world = new World();
      for (const one of steps) {
        await world.do(one);
        for (const field of changedFields(world.mine)) {
          expect(world.state.values[field]).toEqual(world.mine[field]);
        }
        expect(world.state.isSaving).toBe(false);
        world.forgetWhatIsNoChange();
      }
    }),
    { numRuns: 300 },
  );
});
