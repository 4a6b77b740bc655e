-- Which assets there are, and what they show: kept from `asset-indexer.asset.v1`.
create table asset_replica (
  asset_id text primary key,
  blockchain text not null,
  contract_address text not null,
  token_id numeric(78, 0) not null,
  collection_id text not null,
  name text not null,
  image text not null,
  content_hash text not null,
  at timestamptz not null
);
create index asset_replica_contract on asset_replica (contract_address, token_id);

-- The rows of the streams `flag-case-<asset id>`: one case an asset (MO-9), opened in rounds (MO-10).
create table flag_case (
  id text primary key,
  version integer not null check (version > 0),
  resolution text not null check (resolution in ('flagged', 'resolved')),
  round integer not null check (round > 0),
  opened_at timestamptz not null,
  disposition text check (disposition in ('ignore', 'suspend')),
  scope text check (scope in ('individual', 'collection')),
  resolved_at timestamptz,
  resolved_by text,
  check ((resolution = 'resolved') = (disposition is not null)),
  check ((resolution = 'resolved') = (resolved_at is not null))
);
create index flag_case_queue on flag_case (resolution, opened_at);

create table flag_report (
  id text primary key,
  case_id text not null references flag_case,
  round integer not null check (round > 0),
  kind text not null check (kind in ('user', 'bot')),
  reporter text not null,
  classification text not null check (classification in ('inappropriate', 'spam', 'other')),
  -- what a decision made of it (MO-16); null: undecided
  outcome text check (outcome in ('agreed', 'ignored')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint flag_report_once unique (case_id, round, kind, reporter)
);
create index flag_report_reporter on flag_report (reporter, created_at, id);

-- What reporters wrote, sealed (ID-42): a row that is removed is erased, and nothing else changes.
create table flag_note (
  flag_id text primary key references flag_report,
  sealed bytea not null
);

-- AW-5: who looks at a case.
create table flag_claim (
  case_id text primary key references flag_case,
  account_id text not null,
  until timestamptz not null
);

-- Decisions that were made, by the id of the call and the case: one that comes again is known.
create table flag_decision (
  id text not null,
  case_id text not null references flag_case,
  at timestamptz not null,
  primary key (id, case_id)
);
