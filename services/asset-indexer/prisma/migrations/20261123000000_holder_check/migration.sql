-- AI-5: which part of the assets was compared with the chain when. Ids of assets are hashes: their first byte makes 256
-- parts of about one size.
create table holder_check (
  part smallint primary key check (part between 0 and 255),
  checked_at timestamptz not null
);
insert into holder_check select n, 'epoch' from generate_series(0, 255) n;
create index holder_check_oldest on holder_check (checked_at, part);

-- Where the chain says something else than our sums. Gone again when a later look agrees.
create table holder_drift (
  asset_id text not null references asset on delete cascade,
  address text not null,
  ours numeric(78, 0) not null,
  chain numeric(78, 0) not null,
  block_number bigint not null,
  found_at timestamptz not null,
  primary key (asset_id, address)
);
