-- What admins keep in mind of a customer for each other; sealed, as it may name people, and gone once the person is erased.
create table customer_note (
  id text primary key,
  customer_id text not null,
  sealed bytea not null,
  written_by text not null,
  written_at timestamptz not null
);
create index customer_note_of on customer_note (customer_id, written_at desc, id desc);
