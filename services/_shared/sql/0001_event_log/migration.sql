-- The event log: the truth of a service. Readers follow (txid, position), see event-log.ts.
create table kit.event (
  position bigint generated always as identity,
  txid xid8 not null default pg_current_xact_id(),
  stream text not null,
  version integer not null check (version > 0),
  type text not null,
  data jsonb not null,
  meta jsonb not null,
  at timestamptz not null,
  primary key (txid, position),
  constraint event_stream_version unique (stream, version)
);
comment on table kit.event is 'append-only';

create function kit.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger event_append_only before update or delete or truncate on kit.event
  for each statement execute function kit.refuse_change();

-- How far each reader of the log (a relay, a projection) has come.
create table kit.reader (
  name text primary key,
  txid xid8 not null default '0',
  position bigint not null default 0,
  moved_at timestamptz not null default now()
);
