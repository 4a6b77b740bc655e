-- CA-33 to CA-45: who pressed, under which key, and what came of it. One that is decided is a row a stream `trigger-<id>`.
create table campaign_trigger (
  id text primary key,
  seq bigint generated always as identity,
  project_id text not null,
  campaign_id text not null,
  -- CA-14: the group of linked campaigns, by which uses and the count of an account are shared
  group_id text not null,
  account_id text not null,
  -- who asked under which key, and the digest of what was asked
  asked_by text not null,
  key text not null,
  asked_hash text not null,
  caller text not null check (caller in ('user', 'member', 'machine')),
  dry boolean not null,
  soft boolean not null,
  input jsonb not null,
  target jsonb,
  -- whose work it is, whoever decides it
  context jsonb not null,
  status smallint not null check (status in (100, 200, 201, 202, 300, 400)),
  -- CA-16: versions of model and artifacts that it was decided by
  versions jsonb not null default '{}',
  -- CA-30: what the index had read
  blocks jsonb not null default '{}',
  slots jsonb not null default '[]',
  rewards jsonb not null default '[]',
  reasons jsonb not null default '[]',
  retry_at timestamptz,
  created timestamptz not null,
  decided timestamptz,
  released timestamptz,
  released_by text,
  release_note text,
  constraint trigger_dry_spends_nothing check (not (dry and status = 400)),
  constraint trigger_released check ((released is null) = (released_by is null) and (released is null or status = 400))
);
-- CA-40: one in flight of an account
create unique index trigger_in_flight on campaign_trigger (campaign_id, account_id) where status = 100 and not dry;
-- CA-33: a key leads to its trigger, until that had failed by our fault
create unique index trigger_key on campaign_trigger (asked_by, key) where status <> 200;
create index trigger_pending on campaign_trigger (created) where status = 100;
create index trigger_success on campaign_trigger (group_id, account_id, campaign_id, decided)
  where status = 400 and released is null;
create index trigger_of_account on campaign_trigger (account_id, seq desc);
create index trigger_of_project on campaign_trigger (project_id, seq desc);
create index trigger_dry on campaign_trigger (created) where dry;

-- CA-11: successes of a campaign with a limit; without one there is no row.
create table campaign_use_count (
  campaign_id text primary key,
  count integer not null check (count >= 0),
  -- the limit by which the last one was let through
  most integer,
  constraint campaign_limit_global check (most is null or count <= most)
);

-- CA-12, CA-14: successes of an account in a group of linked campaigns, where one of them has a limit or a cooldown.
create table campaign_account_count (
  group_id text not null,
  account_id text not null,
  count integer not null check (count >= 0),
  -- those of the last successes that count with a cooldown, unix milliseconds, the newest first
  newest bigint[] not null default '{}',
  most integer,
  cooldown_ms bigint,
  primary key (group_id, account_id),
  constraint campaign_limit_per_user check (most is null or cooldown_ms is not null or count <= most),
  constraint campaign_cooldown check (most is null or cooldown_ms is null
    or coalesce(newest[most + 1] + cooldown_ms <= newest[1], true))
);

-- CA-29: a unit of a token serves a group of linked campaigns once. Of tokens of which there are several, units are those
-- of their holder; of others the holder is empty: it is used whoever has it.
create table token_use (
  group_id text not null,
  token text not null,
  holder text not null,
  unit integer not null check (unit >= 0),
  account_id text not null,
  campaign_id text not null,
  trigger_id text not null references campaign_trigger (id),
  slot_id text not null,
  used timestamptz not null,
  -- what came before may have been at most then: by the campaign's token_reuse
  free_from timestamptz not null,
  -- what it took the place of, to be there again when it is released
  former_trigger_id text,
  former_used timestamptz,
  primary key (group_id, token, holder, unit)
);
create index token_use_of_trigger on token_use (trigger_id);

create index holding_of_trigger on holding (trigger_id) where trigger_id is not null;
create index token_use_of_token on token_use (token);
create index trigger_latest on campaign_trigger (campaign_id, account_id, seq desc);
