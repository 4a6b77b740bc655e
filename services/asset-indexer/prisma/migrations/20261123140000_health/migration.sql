-- AI-24: the blockchains that the product knows. The one that is followed is written anew from the configuration at each
-- start: its id and its confirmations.
create table blockchain (
  slug text primary key check (length(slug) between 1 and 30),
  chain_id bigint not null,
  confirmations integer not null check (confirmations > 0),
  native_symbol text not null,
  block_seconds integer check (block_seconds > 0),  -- null: blocks come on demand, so an old one says nothing
  explorer text,                                    -- without a trailing slash; null: there is none
  explorer_tx text not null default '{explorer}/tx/{hash}',
  explorer_address text not null default '{explorer}/address/{address}',
  explorer_token text not null default '{explorer}/token/{contract}',
  explorer_nft text not null default '{explorer}/token/{contract}?a={tokenId}',
  enabled boolean not null,
  environment text not null check (environment in ('production', 'development'))
);
insert into blockchain (slug, chain_id, confirmations, native_symbol, block_seconds, explorer, enabled, environment) values
  ('jfin', 3501, 12, 'JFIN', 3, 'https://jfinscan.com', true, 'production'),
  ('kub', 3501, 12, 'JFIN', null, null, true, 'development');

-- OB-42: the reorganisations that were seen.
create table reorganisation (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  from_block bigint not null,       -- how far the chain had been read
  fork_block bigint not null check (fork_block <= from_block),  -- the last block that still stood
  facts integer not null            -- of the index, taken back with the blocks
);

-- Why the scan stands still. One row while it does, none when it goes on.
create table scan_fault (
  id integer primary key check (id = 1),
  kind text not null check (kind in ('limited', 'away', 'wrong_chain', 'other')),
  says text not null,
  since timestamptz not null,
  at timestamptz not null,
  times integer not null
);

create index sync_troubled on sync (kind, state, asset_id) where state in ('failed', 'sleep', 'dead');
