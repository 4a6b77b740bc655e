-- How far the chain is indexed. One row; whoever moves it holds it.
create table scan (
  id integer primary key check (id = 1),
  position bigint not null,        -- last block whose facts are in the tables
  position_hash text,              -- null before the first block
  confirmed bigint not null,       -- last block past the finality depth
  log_version integer not null     -- version of the stream `chain-<key>`
);

-- Blocks with facts and the ends of scanned ranges: enough to find the fork of a reorganisation of any depth.
create table block (
  number bigint primary key,
  hash text not null,
  parent_hash text not null,
  at timestamptz not null
);

create table collection (
  id text primary key,
  blockchain text not null,
  address text not null unique,
  type text not null check (type in ('erc721', 'erc1155')),
  slug text not null unique,
  name text not null,
  found_block bigint,              -- where our factory made it; null when it is from the configuration
  next_block bigint,               -- its own scan while it catches up with the head; null when it follows the head
  suspended boolean not null default false,
  items integer not null default 0,
  owners integer not null default 0,
  listed integer not null default 0,
  floor numeric,
  volume numeric not null default 0,
  stats_due boolean not null default true,
  traits_due boolean not null default false,
  stats_at timestamptz not null default 'epoch'
);

create table asset (
  id text primary key,
  collection_id text not null references collection on delete cascade,
  contract text not null,
  token_id numeric(78, 0) not null,
  owner text,
  supply numeric(78, 0) not null,
  first_block bigint not null,
  first_at timestamptz not null,
  last_block bigint not null,
  name text not null default '',
  description text not null default '',
  external_url text,
  image_source text,
  image_mime text,
  r360 text,
  r800 text,
  suspended boolean not null default false,
  -- what follows from orders and sales; prices per unit, in display units of their family
  listings integer not null default 0,
  offers integer not null default 0,
  inactives integer not null default 0,
  best_order text,
  last_sale_order text,
  last_sale_amount numeric(78, 0),
  last_sale_block bigint,
  last_sale_at timestamptz,
  listed_at timestamptz,
  lp_thb numeric, lp_jfin numeric,
  op_thb numeric, op_jfin numeric,
  lsp_thb numeric, lsp_jfin numeric,
  sp_thb numeric generated always as (coalesce(lp_thb, op_thb)) stored,
  sp_jfin numeric generated always as (coalesce(lp_jfin, op_jfin)) stored,
  constraint asset_token unique (contract, token_id)
) with (fillfactor = 85);
create index asset_by_block on asset (last_block desc, token_id, id);
create index asset_by_added on asset (first_at desc, token_id, id);
create index asset_by_token on asset (token_id, id);
create index asset_by_price on asset (sp_thb, token_id, id);
create index asset_by_listing on asset (lp_thb, token_id, id);
create index asset_by_offer on asset (op_thb desc nulls last, token_id, id);
create index asset_by_sale on asset (lsp_thb, token_id, id);
create index asset_by_sale_block on asset (last_sale_block desc nulls last, token_id, id);
create index asset_by_listed on asset (listed_at desc nulls last, token_id, id);
create index asset_of_collection on asset (collection_id, last_block desc, token_id, id);
create index asset_of_collection_by_token on asset (collection_id, token_id, id);
create index asset_of_collection_by_price on asset (collection_id, sp_thb, token_id, id);

-- AI-5: who holds what. No row for nothing.
create table holder (
  asset_id text not null references asset on delete cascade,
  address text not null,
  quantity numeric(78, 0) not null check (quantity <> 0),
  primary key (asset_id, address)
);
create index holder_of_address on holder (address, asset_id);

-- AI-4: what the chain says, once per block, log index and item of a log; the journal from which the rest follows.
create table chain_fact (
  block_number bigint not null,
  log_index integer not null,
  item integer not null,
  kind text not null,
  asset_id text,
  order_hash text,
  confirmed boolean not null,
  fact jsonb not null,
  primary key (block_number, log_index, item)
);
create index chain_fact_of_asset on chain_fact (asset_id, block_number desc, log_index desc, item desc)
  where kind = 'transfer';
create index chain_fact_sale on chain_fact (asset_id, block_number desc, log_index desc) where kind = 'fulfilled';
create index chain_fact_unconfirmed on chain_fact (block_number, log_index, item) where not confirmed;

-- AI-18: one timeline for transfers, orders and both kinds of sale.
create table activity (
  id text primary key,
  type text not null check (type in ('mint', 'burn', 'transfer', 'list', 'offer', 'cancel', 'sale')),
  at timestamptz not null,
  asset_id text not null,
  contract text not null,
  token_id numeric(78, 0) not null,
  from_address text not null,
  to_address text not null,
  amount numeric(78, 0) not null,
  order_hash text,
  block_number bigint,
  log_index integer,
  item integer,
  tx_hash text
);
create index activity_by_time on activity (at desc, block_number desc nulls last, log_index desc nulls last, id);
create index activity_by_block on activity (block_number desc nulls last, log_index desc nulls last, item desc, id);
create index activity_of_asset on activity (asset_id, at desc);
create index activity_of_contract on activity (contract, at desc);
create index activity_from on activity (from_address, at desc);
create index activity_to on activity (to_address, at desc);

-- Orders as order-book publishes them; the highest revision counts.
create table market_order (
  hash text primary key,
  order_id text not null,
  revision integer not null,
  type text not null check (type in ('list', 'offer', 'deal')),
  status text not null,
  inactive boolean not null,
  shipper boolean not null,
  asset_id text not null,
  offerer text not null,
  token_address text not null,
  symbol text not null,
  family text not null,
  decimals integer not null,
  raw numeric(78, 0) not null,
  amount numeric(78, 0) not null check (amount > 0),
  unit_value numeric not null,     -- display units of the family for one unit of the asset
  start_at timestamptz not null,
  end_at timestamptz not null,
  created_at timestamptz not null,
  live boolean not null,
  changes_at timestamptz           -- when `live` will change by the clock alone
);
create index market_order_of_asset on market_order (asset_id, unit_value);
create index market_order_live on market_order (asset_id, type, family, unit_value) where live;
create index market_order_change on market_order (changes_at) where changes_at is not null;

-- Assets whose market columns are to be worked out again; not unique, so that a change that commits while the former
-- one is being worked off is not lost.
create table market_due (
  id bigint generated always as identity primary key,
  asset_id text not null
);

-- AI-1: the state of the metadata and of the picture of an asset, kept apart.
create table sync (
  asset_id text not null references asset on delete cascade,
  kind text not null check (kind in ('metadata', 'image')),
  state text not null check (state in ('pending', 'updating', 'ready', 'failed', 'frozen', 'sleep', 'dead')),
  failures integer not null default 0,
  sleeps integer not null default 0,
  due_at timestamptz,              -- when it is to be worked on next; null: not by itself
  synced_at timestamptz,
  forced_at timestamptz,
  error text,
  primary key (asset_id, kind)
);
create index sync_due on sync (kind, due_at) where due_at is not null;

create table attribute (
  asset_id text not null references asset on delete cascade,
  position integer not null,
  collection_id text not null,
  key text not null,
  key_folded text not null,        -- AI-11: keys are matched without regard to case
  value text not null,
  value_folded text not null,
  number numeric,
  display_type text,
  primary key (asset_id, position)
);
create index attribute_value on attribute (collection_id, key_folded, value_folded, asset_id);
create index attribute_number on attribute (collection_id, key_folded, number) where number is not null;

-- AI-12: how often each value occurs, worked out again after changes.
create table trait (
  collection_id text not null references collection on delete cascade,
  key_folded text not null,
  value_folded text not null,
  key text not null,
  value text not null,
  number numeric,
  count integer not null,
  primary key (collection_id, key_folded, value_folded)
);
