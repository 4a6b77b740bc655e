-- Projection of the event log: one row an order, with what lists filter and sort by; doc is what an answer is made of.
create table order_view (
  hash text primary key,
  order_id text not null unique,
  blockchain text not null,
  type text not null,
  status text not null,
  inactive boolean not null,
  contract text not null,
  token_id text not null,
  offerer text not null,
  customer_id text not null,
  symbol text not null,
  family text not null,
  price_value numeric(96, 18) not null,
  start_at bigint not null,
  end_at bigint not null,
  duration integer not null,
  total numeric(78, 0) not null,
  filled numeric(78, 0) not null,
  left_over numeric(78, 0) not null,
  percent numeric(5, 2) not null,
  doc jsonb not null
);
create index order_view_asset on order_view (contract, token_id, status);
create index order_view_offerer on order_view (offerer, status);
create index order_view_customer on order_view (customer_id, status);
create index order_view_price on order_view (status, family, price_value);
create index order_view_start on order_view (start_at);

-- Written in the transaction of each event of an order: what limits (OB-26) and incoming chain facts must find at once.
create table order_guard (
  hash text primary key,
  order_id text not null unique,
  customer_id text not null,
  offerer text not null,
  contract text not null,
  token_id text not null,
  -- offchain, validated or filled
  open boolean not null,
  display_end bigint not null,
  signed_end bigint not null,
  -- when its activity is to be computed again (OB-4)
  check_at timestamptz not null
);
create index order_guard_customer on order_guard (customer_id) where open;
create index order_guard_holding on order_guard (offerer, contract, token_id);
create index order_guard_check on order_guard (check_at) where open;

-- Outgoing transfers of a listed asset that are not known yet to be or not to be the order's own fill (OB-16).
create table departure (
  hash text not null,
  fact_key text not null,
  tx_hash text not null,
  log_index integer not null,
  block_number bigint not null,
  from_balance numeric(78, 0) not null,
  primary key (hash, fact_key)
);

-- The last outgoing transfer of each holding: an order that is put while it happens must not miss it (OB-16).
create table last_departure (
  owner text not null,
  contract text not null,
  token_id text not null,
  fact_key text not null,
  tx_hash text not null,
  log_index integer not null,
  block_number bigint not null,
  from_balance numeric(78, 0) not null,
  primary key (owner, contract, token_id)
);

-- What is known of others, from their published events.
create table account (
  account_id text primary key,
  customer_id text not null,
  kyc_level integer not null,
  revision integer not null
);
create index account_customer on account (customer_id);
create table wallet (
  account_id text not null,
  address text not null,
  provider text not null,
  primary key (account_id, address)
);
create table asset (
  contract text not null,
  token_id text not null,
  blockchain text not null,
  asset_id text not null,
  type text not null,
  collection_id text not null,
  name text not null,
  image text not null,
  tradable boolean not null,
  suspended boolean not null,
  at timestamptz not null,
  primary key (contract, token_id)
);
create table shipping (
  shipping_id text primary key,
  order_hash text not null,
  status text not null,
  payment_status text not null,
  amount numeric(78, 0) not null,
  tx_hash text not null,
  revision integer not null
);
create index shipping_order on shipping (order_hash);

-- Fees on a sale (OB-32): one service row a contract or for all, any number of royalty rows with distinct payees.
create table fee (
  id bigint generated always as identity primary key,
  type text not null check (type in ('service', 'royalty')),
  -- null: every contract
  contract text,
  -- null: the platform
  customer_id text,
  basis_points integer not null check (basis_points between 0 and 2500),
  disabled boolean not null default false,
  -- who wrote the row: configuration, or a fee event
  source text not null,
  check (type = 'service' or (contract is not null and customer_id is not null))
);
create unique index fee_service on fee (coalesce(contract, '')) where type = 'service' and not disabled;
create unique index fee_royalty on fee (contract, customer_id) where type = 'royalty' and not disabled;
