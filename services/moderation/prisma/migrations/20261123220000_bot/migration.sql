-- MO-15: what a rule has found, beside the report that it made.
alter table flag_report add column bot jsonb;
alter table flag_report add constraint flag_report_bot check ((kind = 'bot') = (bot is not null));

-- MO-15: one report for each asset, rule and metadata, however often it is found.
create table bot_report (
  asset_id text not null,
  rule text not null,
  metadata_hash text not null,
  at timestamptz not null,
  primary key (asset_id, rule, metadata_hash)
);

-- What the makers of assets say and show: kept from `asset-indexer.asset.v1`.
create table asset_reading (
  asset_id text primary key,
  sheet_id text not null,
  token_id numeric(78, 0) not null,
  name text not null,
  metadata_hash text not null,
  -- perceptual hash; null: no picture, or too plain a one
  picture bit(256),
  at timestamptz not null
);
create index asset_reading_sheet on asset_reading (sheet_id) where picture is not null;

create table collection_reading (
  sheet_id text primary key,
  name text not null,
  at timestamptz not null
);
