-- Transaction ids begin anew in another cluster, for instance where a dump is restored. So each cluster in which this log
-- was written to is an epoch, and what is written in a later one stands behind what is there. See src/epoch.ts.
create table kit.epoch (
  number integer primary key check (number between 0 and 32767),
  system_identifier bigint not null,
  database_oid oid not null,
  began_at timestamptz not null default now()
);
comment on table kit.epoch is 'append-only';

-- The number under which a transaction of this cluster stands in the log. Made anew by each epoch but the first.
create function kit.log_txid(txid xid8) returns xid8 language sql immutable parallel safe return txid;

alter table kit.event alter column txid set default kit.log_txid(pg_current_xact_id());
