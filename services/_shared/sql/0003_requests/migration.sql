-- GW-10: answers of value-moving calls by Idempotency-Key, kept for 24 hours.
create table kit.request (
  actor text not null,
  key text not null,
  body_hash text not null,
  status integer,
  body jsonb,
  started_at timestamptz not null,
  primary key (actor, key)
);
