-- Flows lie in the order in which they were posted, so a range of numbers or of time is a range of pages: next to nothing
-- to keep, enough to find a day or a month.
create index flow_range on flow using brin (id, at) with (pages_per_range = 32, autosummarize = on);

-- What is put aside for a customer now: few rows, whatever has been.
create index hold_held on hold (customer_id) where held > 0;

-- A proof of the books goes forward in pieces, each a short transaction; who takes it over goes on where it stood (LG-17).
create table books_proof (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  progress jsonb not null
);
create unique index books_proof_one_under_way on books_proof ((true)) where finished_at is null;
