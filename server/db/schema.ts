import type { ColumnType, Generated } from 'kysely';
import type { AskedBasis } from '#contract/analytics.ts';
import type { BulkChange } from '#contract/bulk-changes.ts';
import type { BulkEditState } from '#contract/bulk-edits.ts';
import type { ReplacedField } from '#contract/bulk-rules.ts';
import type { BulkRowState, BulkWarning, EditedFacts, Mend } from '#contract/bulk-rows.ts';
import type { WantedValues } from '#contract/bulk-table-rows.ts';
import type { GroupMove, GroupMoveState } from '#contract/card-groups.ts';
import type {
  AppliedCard,
  ApplicationGuards,
  ApplicationKind,
  ApplicationState,
} from '#contract/promotion-applications.ts';
import type { TemplateContent } from '#contract/card-templates.ts';
import type { CardOrdering } from '#contract/card-list.ts';
import type { CardView } from '#contract/card-views.ts';
import type { CardContent, CardSize, CharacteristicValue } from '#contract/cards.ts';
import type { CardState } from '#contract/card-states.ts';
import type { CellProblem, ColumnMeaning, ImportRowState, ImportState } from '#contract/imports.ts';
import type { OwnCostKind } from '#contract/own-costs.ts';
import type { ShipmentStatus } from '#contract/shipments.ts';
import type { DirectoryName, DirectoryValue } from '#contract/subjects.ts';
import type { TokenProblem, TokenType } from '#contract/shops.ts';
import type { TaxRate } from '#contract/taxpayers.ts';
import type { Settings, TokenCategory } from '#contract/users.ts';
import type { WarehouseGroupKind } from '#contract/warehouse-group-kinds.ts';
import type { WbTag } from '#contract/wb-tags.ts';
import type { ReportMark } from '#contract/weekly-reports.ts';

/** The tables of migrations/*.sql, as kysely sees them. bigint is read as a number (ids and kopecks fit). */

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** A calendar day, `2026-11-20`: the driver's date parser is switched off so that no time zone moves it. */
type Day = ColumnType<string, string, string>;
/** Read parsed; written as JSON text (the driver would send an array as a PostgreSQL array). */
type Json<T> = ColumnType<T, string, string>;
type DefaultJson<T> = ColumnType<T, string | undefined, string>;

export interface Dimensions {
  lengthCm: number;
  widthCm: number;
  heightCm: number;
  weightKg: number;
}

/** One call of the marketplace; without a target its cards become a new group together. */
export interface GroupMoveStep {
  targetImtId: number | null;
  nmIds: number[];
  isSent: boolean;
  error: string | null;
}

/** One upload at the marketplace: cards of one shop that join a promotion together, or leave it. */
export interface ApplicationStep {
  shopId: number;
  /** SCHEDULED: the marketplace waits for the start of the promotion. */
  state: 'WAITING' | 'SENT' | 'SCHEDULED' | 'OVER';
  /** Its call may have been made: before another one it is looked at what is there. */
  isBegun: boolean;
  uploadId: number | null;
  sentAtMs: number | null;
  startsAtMs: number;
  problem: string | null;
}

export interface GroupMoveCard {
  cardId: number;
  nmId: number;
  /** The group that it was in. */
  was: number;
  /** The vendor codes of those who were there too. */
  wasWith: string[];
  /** null: the marketplace has not shown it elsewhere yet. */
  became: number | null;
}

export interface ShopCardSize {
  chrtId: number;
  techSize: string;
  skus: string[];
}

export interface Tables {
  accounts: {
    id: Generated<number>;
    name: string;
    resellup_id: string | null;
    is_demo: Generated<boolean>;
    created_at: Timestamp;
  };
  users: {
    id: Generated<number>;
    account_id: number;
    login: string;
    name: string;
    password_hash: string;
    settings: DefaultJson<Partial<Settings>>;
    settings_version: Generated<number>;
    created_at: Timestamp;
  };
  taxpayers: {
    id: Generated<number>;
    account_id: number;
    name: string;
    is_default: Generated<boolean>;
    tax_rates: DefaultJson<TaxRate[]>;
    version: Generated<number>;
    updated_at: Timestamp;
  };
  own_costs: {
    id: Generated<number>;
    account_id: number;
    kind: OwnCostKind;
    name: string;
    amount_kopecks: number;
    from_day: Day;
    to_day: Day;
    shop_id: number | null;
    nm_id: number | null;
    is_tax_deductible: boolean;
    version: Generated<number>;
    updated_at: Timestamp;
  };
  own_cost_rates: {
    id: Generated<number>;
    account_id: number;
    kind: OwnCostKind;
    name: string;
    rate_hundredths: number;
    from_day: Day;
    to_day: Day | null;
    shop_id: number | null;
    is_tax_deductible: boolean;
    version: Generated<number>;
    updated_at: Timestamp;
  };
  taxpayer_shops: { shop_id: number; account_id: number; taxpayer_id: number };
  sessions: {
    id: Generated<number>;
    user_id: number;
    account_id: number;
    user_agent: string;
    network: string;
    is_foreign_device: Generated<boolean>;
    created_at: Timestamp;
    last_used_at: Timestamp;
    expires_at: Timestamp;
    ended_at: NullableTimestamp;
    ended_reason: string | null;
  };
  refresh_tokens: {
    id: Generated<number>;
    session_id: number;
    token_hash: Buffer;
    created_at: Timestamp;
    expires_at: Timestamp;
    used_at: NullableTimestamp;
    successor: Buffer | null;
    predecessor_id: number | null;
  };
  login_attempts: { id: Generated<number>; key: string; at: Timestamp };
  audit_events: {
    id: Generated<number>;
    at: Timestamp;
    account_id: number | null;
    user_id: number | null;
    session_id: number | null;
    action: string;
    result: string;
    facts: DefaultJson<Record<string, unknown>>;
  };
  idempotency_keys: {
    user_id: number;
    key: string;
    account_id: number;
    fingerprint: string;
    /** Of the answer; null while the request is under way. */
    status: number | null;
    headers: DefaultJson<Record<string, string>>;
    body: ColumnType<unknown, string | null, string | null>;
    /** The process that runs the request; null: a build of before does, or it is one transaction. */
    holder: ColumnType<number | null, number | undefined, never>;
    created_at: Timestamp;
  };
  shops: {
    id: Generated<number>;
    account_id: number;
    name: string;
    color: Generated<number>;
    sid: string;
    trade_mark: Generated<string>;
    tin: Generated<string>;
    description: Generated<string>;
    last_synced_at: NullableTimestamp;
    orders_counted_on: Generated<string | null>;
    is_sandbox: Generated<boolean>;
    created_at: Timestamp;
  };
  shop_tokens: {
    id: Generated<number>;
    account_id: number;
    shop_id: number;
    wb_token_id: string;
    secret: Buffer;
    key_id: string;
    last4: string;
    type: TokenType;
    is_read_only: boolean;
    expires_at: Timestamp;
    created_at: Timestamp;
  };
  shop_token_categories: {
    token_id: number;
    account_id: number;
    shop_id: number;
    category: TokenCategory;
    problem: TokenProblem | null;
    checked_at: NullableTimestamp;
  };
  warehouses: {
    id: Generated<number>;
    account_id: number;
    shop_id: number;
    wb_warehouse_id: number;
    name: string;
    office_name: Generated<string>;
    cargo_type: Generated<number>;
    delivery_type: Generated<number>;
    is_processing: Generated<boolean>;
    updated_at: Timestamp;
  };
  warehouse_groups: {
    id: Generated<number>;
    account_id: number;
    name: string;
    kind: WarehouseGroupKind;
    version: Generated<number>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  warehouse_group_warehouses: { group_id: number; warehouse_id: number; account_id: number };
  subjects: {
    id: number;
    name: string;
    parent_name: Generated<string>;
    characteristics_read_at: NullableTimestamp;
    /** Grows when it asks for other characteristics; kept by a trigger. */
    asked_version: Generated<number>;
    /** That its cards were reckoned by. */
    reckoned_version: Generated<number>;
  };
  directories: {
    /** A directory, or the brands or the codes of a subject. */
    name: DirectoryName | `BRANDS ${number}` | `TNVED ${number}`;
    directory_values: Json<DirectoryValue[]>;
    read_at: Timestamp;
  };
  subject_characteristics: {
    subject_id: number;
    id: number;
    name: string;
    is_required: boolean;
    type: 'TEXT' | 'NUMBER';
    unit: Generated<string>;
    max_count: Generated<number>;
    position: Generated<number>;
  };
  cards: {
    id: Generated<number>;
    account_id: number;
    vendor_code: string;
    title: string;
    description: Generated<string>;
    subject_id: number;
    brand: Generated<string>;
    dimensions: DefaultJson<Dimensions>;
    characteristics: DefaultJson<CharacteristicValue[]>;
    sizes: DefaultJson<CardSize[]>;
    photos: DefaultJson<string[]>;
    /** Empty: none. */
    video: Generated<string>;
    tags: DefaultJson<string[]>;
    /** Names of «Ярлыки WB» in any shop; kept by a trigger of `shop_cards`. */
    wb_tags: DefaultJson<string[]>;
    shop_texts: DefaultJson<{ shopId: number; title: string; description: string }[]>;
    /** Of a hundred; kept by a trigger. */
    filled_percent: ColumnType<number, never, never>;
    /** The subject's name, to be sorted by; kept by a trigger. */
    subject_sort_name: ColumnType<string, never, never>;
    price_kopecks: Generated<number>;
    discount: Generated<number>;
    club_discount: Generated<number>;
    final_price_kopecks: ColumnType<number, never, never>;
    cost_price_kopecks: number | null;
    margin_percent: ColumnType<number | null, never, never>;
    cover: ColumnType<string | null, never, never>;
    has_dimensions: ColumnType<boolean, never, never>;
    nm_id: number | null;
    shop_ids: Generated<number[]>;
    nm_ids: Generated<number[]>;
    stock: Generated<number>;
    state: Generated<CardState>;
    state_before_archive: CardState | null;
    has_unsent_changes: Generated<boolean>;
    moved_by_operation: Generated<number | null>;
    search_text: Generated<string>;
    version: Generated<number>;
    created_at: Timestamp;
    updated_at: Timestamp;
    updated_by: number | null;
    /** Of the transaction that last changed what the list shows; kept by a trigger. */
    feed_xid: ColumnType<string, never, never>;
  };
  card_templates: {
    id: Generated<number>;
    account_id: number;
    name: string;
    subject_id: number;
    content: Json<TemplateContent>;
    created_at: Timestamp;
    deleted_at: NullableTimestamp;
  };
  card_views: {
    id: Generated<number>;
    account_id: number;
    user_id: number;
    name: string;
    filter: Json<CardView['filter'] & Pick<CardView, 'wbTag'>>;
    ordering: CardOrdering;
    density: CardView['density'];
    columns: CardView['columns'];
    created_at: Timestamp;
  };
  /** Kept by a trigger of `cards`. */
  /** «Карантин цен», as it was last read. */
  held_prices: {
    shop_id: number;
    nm_id: number;
    account_id: number;
    price_kopecks: number;
    discount: number;
    present_price_kopecks: number;
    present_discount: number;
    held_since: Timestamp;
  };
  /** By which rule the search texts of all cards of an account are written. */
  card_search_rules: {
    account_id: number;
    version: number;
  };
  card_search: {
    card_id: number;
    account_id: number;
    search_text: string;
    nm_ids: number[];
    skus: Json<string[]>;
  };
  /** Kept by a trigger of `cards`, which has them too. */
  card_tags: {
    account_id: number;
    tag: string;
    card_id: number;
  };
  /** A row for each card; `recent`: orders of the last days, null where none of its shops was read. */
  card_orders: {
    card_id: number;
    account_id: number;
    state: CardState;
    recent: number | null;
  };
  /** Cards whose orders are to be counted again. */
  card_order_marks: {
    account_id: number;
    card_id: number;
  };
  shop_cards: {
    id: Generated<number>;
    account_id: number;
    card_id: number;
    shop_id: number;
    vendor_code: string;
    nm_id: number | null;
    imt_id: number | null;
    /** At the marketplace; null: not there, or not read since it is kept. */
    subject_id: Generated<number | null>;
    price_kopecks: number | null;
    discount: number | null;
    own_price_kopecks: Generated<number | null>;
    own_discount: Generated<number | null>;
    /** Who wrote the two last; null: nobody, or before it was kept. */
    own_price_by: Generated<number | null>;
    state: Generated<'NOT_SENT' | 'PENDING' | 'PUBLISHED' | 'HAS_ERRORS'>;
    errors: DefaultJson<string[]>;
    sizes: DefaultJson<ShopCardSize[]>;
    sent: DefaultJson<Record<string, unknown> | null>;
    /** At the marketplace, whoever put it there. */
    has_video: Generated<boolean>;
    /** «Ярлыки WB» that the marketplace was last seen to show on the card. */
    wb_tags: DefaultJson<WbTag[]>;
    wb_updated_at: NullableTimestamp;
    synced_at: NullableTimestamp;
  };
  stocks: {
    warehouse_id: number;
    chrt_id: number;
    account_id: number;
    shop_card_id: number;
    amount: number;
    updated_at: Timestamp;
  };
  shipments: {
    id: Generated<number>;
    account_id: number;
    created_by: number;
    status: ShipmentStatus;
    shop_ids: number[];
    card_count: number;
    with_prices: boolean;
    with_discounts: boolean;
    with_images: boolean;
    repeat_of: number | null;
    stock_group_id: Generated<number | null>;
    stock_amount: Generated<number | null>;
    stock_tries: Generated<number>;
    stocks_done_at: NullableTimestamp;
    attempt: Generated<number>;
    waiting_until: NullableTimestamp;
    stage_started_at: Timestamp;
    version: Generated<number>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  shipment_items: {
    id: Generated<number>;
    account_id: number;
    shipment_id: number;
    card_id: number;
    shop_id: number;
    vendor_code: string;
    title: string;
    snapshot: Json<unknown>;
    stage: Generated<'CARD' | 'DISCOUNTS' | 'IMAGES' | 'DONE'>;
    state: Generated<'waiting' | 'sent' | 'done' | 'failed'>;
    nm_id: number | null;
    is_update: Generated<boolean>;
    price_upload_id: number | null;
    attempts: Generated<number>;
    sent_at: NullableTimestamp;
    /** What was sent before may have arrived: the marketplace is asked before anything is sent again. */
    must_look_first: Generated<boolean>;
    next_check_at: NullableTimestamp;
    price_part: Generated<'PRICE' | 'CLUB'>;
    price_step: Generated<'LOOK' | 'UPLOAD' | 'TASK' | 'REASONS'>;
    /** The video that the marketplace has taken as a file. */
    sent_video: Generated<string>;
    stock_sent_at: NullableTimestamp;
    stock_tried_at: NullableTimestamp;
    stage_started_at: Timestamp;
    updated_at: Timestamp;
  };
  card_operations: {
    id: Generated<number>;
    account_id: number;
    user_id: number;
    is_archived: boolean;
    card_count: Generated<number>;
    /** Ascending. */
    card_ids: number[];
    card_total: number;
    /** How many had their turn, and the last of them. */
    turn_count: Generated<number>;
    moved_up_to: Generated<number>;
    done_at: NullableTimestamp;
    takes_back: number | null;
    idempotency_key: string | null;
    worked_at: Timestamp;
    undone_at: NullableTimestamp;
    created_at: Timestamp;
  };
  card_copyings: {
    id: Generated<number>;
    account_id: number;
    user_id: number;
    /** Of the copies. */
    card_ids: number[];
    /** Of a copying that is made in parts. */
    key: string | null;
    /** The cards that were copied, each in the place of its copy; none without a key. */
    source_ids: Generated<number[]>;
    created_at: Timestamp;
  };
  card_selections: {
    id: string;
    account_id: number;
    user_id: number;
    /** null while it is being made. */
    card_total: number | null;
    used_at: Timestamp;
  };
  card_selection_parts: {
    selection_id: string;
    account_id: number;
    last_id: number;
    /** Ascending. */
    card_ids: number[];
  };
  bulk_edits: {
    id: Generated<number>;
    account_id: number;
    user_id: number;
    change: Json<BulkChange>;
    state: ColumnType<BulkEditState, BulkEditState | undefined>;
    /** Ascending. */
    card_ids: number[];
    card_total: number;
    prepared_count: Generated<number>;
    ready_count: Generated<number>;
    left_out_count: Generated<number>;
    refused_count: Generated<number>;
    applied_count: Generated<number>;
    changed_since_count: Generated<number>;
    rolled_back_count: Generated<number>;
    kept_count: Generated<number>;
    /** Of those that are READY. */
    warned_count: Generated<number>;
    rollback_ids: number[] | null;
    /** Of the last part that was to go back: its cards, how many had gone back before it, and the key of its request. */
    rollback_total: ColumnType<number | null, never, number | null>;
    rolled_back_before: Generated<number>;
    rollback_key: ColumnType<string | null, never, string | null>;
    /** The number of the last lot of its rows. */
    last_lot: Generated<number>;
    /** Of the request that has made it. */
    lot_key: ColumnType<string | null, never, string | null>;
    idempotency_key: string | null;
    created_at: Timestamp;
    worked_at: Timestamp;
    applied_at: NullableTimestamp;
  };
  bulk_edit_rows: {
    edit_id: number;
    card_id: number;
    account_id: number;
    before: Json<EditedFacts>;
    after: Json<EditedFacts>;
    state: BulkRowState;
    refusal: string | null;
    mend: Json<Mend> | null;
    /** RAISED: a price is the floor that was asked for; UNLISTED: the marketplace's list does not have the value behind it; OWN_TEXT: some shop has its own. */
    warnings: (BulkWarning | 'RAISED' | `UNLISTED ${string}` | `OWN_TEXT ${ReplacedField}`)[];
    has_warnings: ColumnType<boolean, never, never>;
    /** Taken out or put back together with others; null: never, or by itself. */
    lot: ColumnType<number | null, never, number | null>;
    /** Stocks that are being written; null: none, or it is known how they went. */
    sending: string[] | null;
    /** Why it has not gone back, though nobody has changed it since: the next rollback takes it; null: it is not so. */
    held_up: ColumnType<string | null, never, null>;
  };
  /** Of an edit by a table. */
  bulk_edit_values: {
    edit_id: number;
    card_id: number;
    account_id: number;
    wanted: Json<WantedValues>;
  };
  card_group_moves: {
    id: Generated<number>;
    account_id: number;
    shop_id: number;
    user_id: number;
    change: GroupMove['change'];
    state: ColumnType<GroupMoveState, GroupMoveState | undefined>;
    steps: Json<GroupMoveStep[]>;
    cards: Json<GroupMoveCard[]>;
    errors: Generated<string[]>;
    /** The move that this one takes back. */
    takes_back: ColumnType<number | null, number | null | undefined, never>;
    created_at: Timestamp;
    sent_at: NullableTimestamp;
    worked_at: Timestamp;
  };
  /** Written by the triggers of migrations 023 and 075; moves between groups write their own (`server/card-groups`). */
  card_changes: {
    id: Generated<number>;
    account_id: number;
    card_id: number;
    user_id: number | null;
    changed_at: Timestamp;
    before: Json<Record<string, unknown>>;
    after: Json<Record<string, unknown>>;
  };
  card_costs: {
    id: Generated<number>;
    account_id: number;
    card_id: number;
    /** null: in every shop. */
    shop_id: number | null;
    /** null: of every size. */
    tech_size: string | null;
    /** `-infinity`: always. */
    from_day: Day;
    /** null: from this day on it is not known. */
    cost_kopecks: number | null;
    user_id: number | null;
    changed_at: Timestamp;
  };
  imports: {
    id: Generated<number>;
    account_id: number;
    user_id: number;
    state: ColumnType<ImportState, ImportState | undefined>;
    file_name: string;
    sheet_name: string;
    /** Names of a workbook's; none for CSV. */
    sheets: DefaultJson<string[]>;
    headings: Json<string[]>;
    /** null: nothing stands above them. */
    heading_line: number | null;
    /** Lines of the file under them that are no rows. */
    hint_lines: DefaultJson<number[]>;
    /** By column. */
    meanings: Json<(ColumnMeaning | null)[]>;
    /** A person has said which line they are. */
    is_heading_chosen: Generated<boolean>;
    row_total: Generated<number>;
    /** The last line that was gone through, and the last card with rows apart that was looked at by all of them. */
    named_line: Generated<number>;
    checked_line: Generated<number>;
    checked_count: Generated<number>;
    fresh_count: Generated<number>;
    created_count: Generated<number>;
    changed_count: Generated<number>;
    same_count: Generated<number>;
    /** Rows. */
    refused_count: Generated<number>;
    refused_card_count: Generated<number>;
    /** For how many refused rows the causes were reckoned; null: they were not. */
    causes_of: ColumnType<number | null, number | null | undefined, number | null>;
    cause_count: Generated<number>;
    /** The workbook counts its days from 1904. */
    is_since_1904: Generated<boolean>;
    edit_id: number | null;
    created_at: Timestamp;
    worked_at: Timestamp;
  };
  import_rows: {
    import_id: number;
    line: number;
    account_id: number;
    cells: Json<string[]>;
    state: ColumnType<ImportRowState, ImportRowState | undefined>;
    key: ColumnType<string | null, string | null | undefined, string | null>;
    card_id: ColumnType<number | null, number | null | undefined, number | null>;
    /** The first row of its card; null: it is that row. */
    card_line: ColumnType<number | null, number | null | undefined, number | null>;
    /** Of a FRESH row the content, of a CHANGED one the values. */
    wanted: ColumnType<CardContent | WantedValues | null, string | null | undefined, string | null>;
    problems: ColumnType<CellProblem[], string | undefined, string>;
  };
  import_first_lines: {
    import_id: number;
    line: number;
    account_id: number;
    cells: Json<string[]>;
  };
  import_causes: {
    id: Generated<number>;
    import_id: number;
    account_id: number;
    column: number | null;
    /** What the texts of its rows have in common. */
    pattern: string;
    text: string;
    row_count: number;
    lines: number[];
  };
  import_claims: {
    import_id: number;
    card_line: number;
    claim: string;
    account_id: number;
    line: number;
  };
  import_columns: {
    account_id: number;
    headings_digest: string;
    meanings: Json<(ColumnMeaning | null)[]>;
    /** When a person chose these headings among the lines of a table; null: nobody had to. */
    chosen_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  card_count_changes: {
    account_id: number;
    /** Beside the states: those of their cards that have unsent changes. */
    state: CardState | 'UNSENT';
    change: number;
  };
  media_files: {
    id: Generated<number>;
    account_id: number;
    name: string;
    sha256: string;
    bytes: number;
    width: number;
    height: number;
    uploaded_by: number;
    created_at: Timestamp;
  };
  shipment_runs: {
    shipment_id: number;
    shop_id: number;
    account_id: number;
    ticket: Generated<number>;
    is_active: Generated<boolean>;
    waiting_until: NullableTimestamp;
    failures: Generated<number>;
    updated_at: Timestamp;
  };
  shipment_errors: {
    id: Generated<number>;
    account_id: number;
    shipment_id: number;
    item_id: number;
    stage: 'CARD' | 'DISCOUNTS' | 'IMAGES';
    code: string | null;
    message: string;
    field: string | null;
    request_id: string | null;
    at: Timestamp;
    resolved_at: NullableTimestamp;
  };
  shipment_events: {
    id: Generated<number>;
    account_id: number;
    shipment_id: number;
    at: Timestamp;
    text: string;
  };
  rate_limits: { key: string; tokens: number; updated_at: Timestamp; paused_until: NullableTimestamp };
  promotions: {
    id: Generated<number>;
    account_id: number;
    shop_id: number;
    wb_promotion_id: number;
    name: string;
    description: Generated<string>;
    type: 'regular' | 'auto';
    starts_at: Timestamp;
    ends_at: Timestamp;
    in_action_count: number | null;
    available_count: number | null;
    participation_percent: number | null;
    boosts: DefaultJson<string[]>;
    synced_at: Timestamp;
  };
  promotion_applications: {
    id: Generated<number>;
    account_id: number;
    user_id: number;
    kind: ApplicationKind;
    state: ColumnType<ApplicationState, ApplicationState | undefined>;
    wb_promotion_id: number;
    promotion_name: string;
    upload_now: boolean;
    guards: Json<ApplicationGuards>;
    steps: Json<ApplicationStep[]>;
    created_at: Timestamp;
    started_at: NullableTimestamp;
    finished_at: NullableTimestamp;
    look_at: NullableTimestamp;
  };
  promotion_application_cards: {
    application_id: number;
    shop_id: number;
    nm_id: number;
    account_id: number;
    step: number | null;
    card_id: number | null;
    vendor_code: string;
    title: string;
    price_kopecks: number;
    discount: number;
    new_price_kopecks: number;
    new_discount: number;
    profit_kopecks: number | null;
    floor_kopecks: number | null;
    left_out: AppliedCard['leftOut'];
    is_by_hand: Generated<boolean>;
    state: AppliedCard['state'];
    reason: string | null;
  };
  price_floors: {
    card_id: number;
    account_id: number;
    floor_kopecks: number | null;
    over_cost_basis_points: number | null;
    changed_by: number | null;
    changed_at: Timestamp;
  };
  price_changes: {
    id: Generated<number>;
    account_id: number;
    shop_id: number;
    nm_id: number;
    before_price_kopecks: number;
    before_discount: number;
    price_kopecks: number;
    discount: number;
    noticed_at: Timestamp;
    seen_at: NullableTimestamp;
  };
  orders: {
    shop_id: number;
    srid: string;
    account_id: number;
    day: Day;
    nm_id: number;
    vendor_code: string;
    price_with_disc_kopecks: number;
    is_cancel: boolean;
    changed_at: Timestamp;
  };
  sales: {
    shop_id: number;
    sale_id: string;
    account_id: number;
    day: Day;
    nm_id: number;
    vendor_code: string;
    is_return: boolean;
    price_with_disc_kopecks: number;
    finished_price_kopecks: number;
    for_pay_kopecks: number;
    srid: string;
    barcode: Generated<string>;
    changed_at: Timestamp;
  };
  report_rows: {
    shop_id: number;
    rrd_id: number;
    account_id: number;
    day: Day;
    nm_id: number;
    vendor_code: string;
    doc_type_name: string;
    operation: string;
    /** What it is for, in the marketplace's words. Null: read before it was kept. */
    operation_note: Generated<string | null>;
    quantity: number;
    retail_price_with_disc_kopecks: number;
    retail_amount_kopecks: number;
    for_pay_kopecks: number;
    delivery_kopecks: number;
    rebill_logistic_kopecks: number;
    storage_kopecks: number;
    acceptance_kopecks: number;
    penalty_kopecks: number;
    deduction_kopecks: number;
    loyalty_kopecks: number;
    correction_kopecks: number;
    srid: string;
    barcode: Generated<string>;
    report_id: number | null;
    payment_schedule_kopecks: Generated<number>;
    /** Null: read before it was kept. */
    acquiring_kopecks: Generated<number | null>;
    /** Of a daily report: until the weekly one tells of its day. */
    is_daily: Generated<boolean>;
  };
  /** What the rows of a source say of a day, summed; see `day_line_marks`. */
  day_lines: {
    shop_id: number;
    day: Day;
    source: 'orders' | 'sales' | 'report_rows';
    account_id: number;
    lines: Json<Record<string, number>>;
    nm_ids_without_cost: number[];
    /** Another with each writing. */
    version: Generated<string>;
  };
  /** What has changed since days were summed: one of a day, a unit, goods or a card. */
  day_line_marks: {
    id: Generated<number>;
    account_id: number;
    shop_id: number | null;
    day: Day | null;
    srid: string | null;
    nm_id: number | null;
    card_id: number | null;
  };
  /** What an account has asked last of the profit's cards. */
  profit_looks: {
    account_id: number;
    shop_ids: number[];
    from_day: Day;
    to_day: Day;
    basis: AskedBasis;
    asked_at: Timestamp;
  };
  weekly_reports: {
    id: Generated<number>;
    account_id: number;
    shop_id: number;
    report_id: number;
    date_from: Day;
    date_to: Day;
    created_on: Day | null;
    report_type: number;
    for_pay_kopecks: number;
    delivery_kopecks: number;
    storage_kopecks: number;
    acceptance_kopecks: number;
    penalty_kopecks: number;
    deduction_kopecks: number;
    loyalty_kopecks: number;
    correction_kopecks: number;
    payment_schedule_kopecks: number;
    bank_payment_kopecks: number;
    taken_at: Timestamp;
    mark: Generated<ReportMark>;
    note: Generated<string>;
    marked_at: NullableTimestamp;
    marked_by: number | null;
  };
  unread_rows: {
    shop_id: number;
    kind: string;
    row_key: string;
    account_id: number;
    day: Day | null;
    detail: string;
    looked_at: Timestamp;
  };
  response_misfits: {
    shop_id: number;
    operation: string;
    account_id: number;
    path: string;
    misfit_count: Generated<number>;
    first_seen_at: Timestamp;
    last_seen_at: Timestamp;
  };
  commission_tariffs: {
    shop_id: number;
    account_id: number;
    /** By subject; hundredths of a per cent. */
    by_subject: Json<Record<string, number>>;
    read_at: Timestamp;
  };
  sync_cursors: {
    shop_id: number;
    kind: string;
    account_id: number;
    cursor: DefaultJson<Record<string, unknown>>;
    synced_at: NullableTimestamp;
    problem: string | null;
    /** Of a problem that a spent limit is. */
    retry_at: NullableTimestamp;
  };
  simulator: {
    is_only: Generated<boolean>;
    /** Grows with each process that takes the simulator over: what an earlier one still writes is not taken. */
    term: number;
    address: string | null;
    state: string | null;
  };
}
