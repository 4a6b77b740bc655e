-- What people are told of that happened without them. A row is written with its event; only read_at ever changes.
create table notification (
  id text primary key check (id ~ '^[0-9a-f]{24}$'),
  -- the order in which they came to be known: what is marked as read is marked up to one of them
  seq bigint generated always as identity,
  account_id text not null,
  kind text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  asset json,
  quantity numeric(78, 0),
  -- 1/100 baht
  amount bigint check (amount >= 0),
  reason text,
  shipping_id text,
  withdrawal_id text
);
create unique index notification_newest on notification (account_id, seq desc);
create index notification_oldest on notification (created_at);
create index notification_unread on notification (account_id) where read_at is null;

-- Listings as far as it must be known when one has ended unsold.
create table listing_replica (
  hash text primary key,
  revision int not null,
  account_id text not null,
  open boolean not null,
  ends_at timestamptz not null,
  asset json not null
);
