-- What a session is known by to its owner, and when it ends unused (ID-1).
alter table session
  -- browser and system, never the whole user agent
  add column device text not null default '' check (char_length(device) <= 80),
  -- host of the site on which it began
  add column site text not null default '' check (char_length(site) <= 255),
  add column last_seen_at timestamptz not null default now(),
  -- ID-29: when the person proved who they are; null: they did nothing for it
  add column proved_at timestamptz;
update session set last_seen_at = coalesce(rotated_at, created_at), proved_at = created_at;
create index session_account on session (account_id, created_at);

-- What happened to the ways into an account, for its owner. Ids and names of providers alone, never personal data.
create table security_event (
  id text primary key,
  seq bigint generated always as identity,
  account_id text not null references account,
  kind text not null,
  at timestamptz not null,
  provider text not null default '',
  device text not null default '' check (char_length(device) <= 80),
  site text not null default '' check (char_length(site) <= 255)
);
create unique index security_event_newest on security_event (account_id, seq desc);
create index security_event_oldest on security_event (at);
