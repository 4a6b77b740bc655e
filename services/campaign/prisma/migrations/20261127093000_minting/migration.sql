-- CA-54: tokens of an item are numbered from 1; a number that was given counts on from there.
alter table vitem add column last_token bigint not null default 0;

-- CA-48: a token of an item is somebody's once; those of an ERC-1155 contract exist in several copies.
create table item_token (
  item_id text not null references vitem (id),
  number bigint not null check (number between 1 and 4294967295),
  shared boolean not null,
  primary key (item_id, number)
);

-- CA-52: a row a stream `contract-<id>`.
create table collection_contract (
  id text primary key,
  project_id text not null,
  collection_id text not null references vcollection (id),
  blockchain text not null,
  contract_class text not null check (contract_class in ('erc721', 'erc1155')),
  name text not null,
  symbol text not null,
  factory text not null,
  lane text not null,
  address text,
  disabled boolean not null,
  tx_status text not null,
  tx_hash text,
  retry_count integer not null,
  retry_reason text,
  failed_reason text,
  created timestamptz not null,
  updated timestamptz not null,
  constraint contract_once unique (collection_id, blockchain, contract_class)
);

-- CA-55: a row a stream `holding-<id>`; whether it is on chain its mint says.
create table holding (
  id text primary key,
  project_id text not null,
  collection_id text not null,
  item_id text not null references vitem (id),
  number integer not null,
  item_token_id bigint not null,
  holder_id text not null,
  origin text not null check (origin in ('campaign', 'mint', 'import', 'transfer', 'claim')),
  amount integer not null check (amount > 0),
  payload jsonb,
  campaign_id text,
  trigger_id text,
  automint_id text,
  -- CA-50: the contract by which it is minted once its holder has a wallet
  waits_for text references collection_contract (id),
  created timestamptz not null,
  constraint holding_automint_once unique (project_id, automint_id)
);
create index holding_of_holder on holding (holder_id, created desc, id desc);
create index holding_of_project on holding (project_id, created desc, id desc);
create index holding_of_item on holding (item_id);
create index holding_waiting on holding (holder_id) where waits_for is not null;

-- CA-46: transactions in which mints go together; how each goes, the chain queue of the kit says.
create table mint_batch (
  id text primary key,
  contract_id text not null references collection_contract (id),
  lane text not null,
  tx_status text not null,
  tx_hash text,
  retry_count integer not null default 0,
  retry_reason text,
  ended boolean not null default false,
  created timestamptz not null
);
create index mint_batch_open on mint_batch (contract_id, tx_status) where not ended;

-- CA-48: a row a stream `mint-<id>`.
create table mint (
  id text primary key,
  seq bigint generated always as identity,
  project_id text not null,
  collection_id text not null,
  item_id text not null references vitem (id),
  item_token_id bigint not null,
  automint_id text not null,
  holding_id text constraint mint_holding_once unique references holding (id) deferrable initially deferred,
  contract_id text not null references collection_contract (id),
  contract_class text not null,
  lane text not null,
  chain_key text not null unique,
  token_id text not null,
  receiver text not null,
  state text not null check (state in ('open', 'mined', 'failed', 'canceled')),
  batch_id text references mint_batch (id),
  tx_hash text,
  failed_reason text,
  -- since when it waits
  since timestamptz not null,
  created timestamptz not null,
  updated timestamptz not null,
  constraint mint_automint_once unique (project_id, automint_id)
);
create unique index mint_token_once on mint (contract_id, item_id, item_token_id) where contract_class = 'erc721';
create index mint_waiting on mint (contract_id, seq) where state = 'open' and batch_id is null;
create index mint_of_batch on mint (batch_id) where batch_id is not null;
create index mint_of_project on mint (project_id, created desc, id desc);
create index mint_of_item on mint (item_id);
create index mint_open on mint (lane, since) where state = 'open';

-- CA-53: lanes that stand still, and why.
create table mint_lane (
  name text primary key,
  paused boolean not null,
  why text,
  paused_at timestamptz,
  -- the last thing that it couldn't do
  fault text,
  fault_at timestamptz
);

-- CA-50: the wallets of accounts, from identity.account.v1; the Join wallet first, then the oldest.
create table account_replica (
  account_id text primary key,
  revision integer not null,
  wallets text[] not null
);
