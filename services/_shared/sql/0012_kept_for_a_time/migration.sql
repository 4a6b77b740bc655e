-- What is kept for a time is found by its age. See src/prune.ts.
create index request_started on kit.request (started_at);
create index dead_letter_resolved on kit.dead_letter (resolved_at) where resolved_at is not null;
create index inbox_handled on kit.inbox (consumer_group, handled_at);

-- What a group remembers of messages that the inbox no longer names: all of a source up to a position were handled.
create table kit.inbox_floor (
  consumer_group text not null,
  source text not null,
  position bigint not null,
  primary key (consumer_group, source)
);
-- Before which time the rows of a group are covered by its floors, and when that was noted.
create table kit.inbox_horizon (
  consumer_group text primary key,
  handled_before timestamptz not null,
  noted_at timestamptz not null
);
