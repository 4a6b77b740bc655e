-- What payloads name on decentralised storage, and whether the pinning service keeps it; a row a CID, whoever names it.
create table pin (
  cid text primary key,
  project_id text not null,
  status text not null default 'asked' check (status in ('asked', 'queued', 'pinning', 'pinned', 'failed')),
  created timestamptz not null,
  updated timestamptz not null
);
create index pin_open on pin (updated) where status <> 'pinned';
