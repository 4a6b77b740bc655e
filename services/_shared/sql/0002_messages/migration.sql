-- Messages that a consumer group has handled. Keys guard money: rows never expire.
create table kit.inbox (
  consumer_group text not null,
  message_id text not null,
  note text,
  handled_at timestamptz not null default now(),
  primary key (consumer_group, message_id)
);

-- Messages that could not be handled, and their followers of the same key, in order.
create table kit.dead_letter (
  id bigint generated always as identity primary key,
  consumer_group text not null,
  message_id text not null,
  topic text not null,
  key text not null,
  type text not null,
  payload bytea not null,
  headers jsonb not null,
  error text not null,
  attempts integer not null,
  parked_at timestamptz not null default now(),
  resolved_at timestamptz,
  constraint dead_letter_message unique (consumer_group, message_id)
);
create index dead_letter_open on kit.dead_letter (consumer_group, topic, key, id) where resolved_at is null;
