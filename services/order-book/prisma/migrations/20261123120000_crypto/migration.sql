-- OB-39: what a transaction did to orders is found by its hash.
alter table order_view add column tx_hashes text[] not null default '{}';
update order_view set tx_hashes = array(select tx->>'txHash' from jsonb_array_elements(doc->'after'->'txs') tx)
where jsonb_array_length(doc->'after'->'txs') > 0;
create index order_view_tx on order_view using gin (tx_hashes);

-- Replica of what wallets hold: whether a viewer can accept an offer (OB-40). Rows of nothing are kept out.
create table holding (
  contract text not null,
  token_id text not null,
  owner text not null,
  units numeric(78, 0) not null check (units > 0),
  primary key (contract, token_id, owner)
);

-- OB-37: what one whole unit of a price family is worth in another, and when its source said so.
create table rate (
  base text not null,
  quote text not null,
  rate numeric(36, 18) not null check (rate > 0),
  at timestamptz not null,
  primary key (base, quote)
);

-- The block up to which transfers and approvals of price tokens were looked at (OB-4).
create table token_watch (
  one boolean primary key default true check (one),
  block_number bigint not null
);
