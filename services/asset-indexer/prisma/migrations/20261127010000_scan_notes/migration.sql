-- Blocks that took the scan more than five seconds, and what it did all that time: the newest ten.
create table slow_block (
  from_block bigint primary key,
  to_block bigint not null,
  at timestamptz not null,
  ms integer not null,
  why text not null
);
-- Logs of contracts that are followed that nobody here understands.
create table unread_log (
  contract text primary key,
  logs bigint not null,
  last_block bigint not null,
  last_tx text not null
);
