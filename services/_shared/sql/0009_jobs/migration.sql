-- What is due: one row for each piece of work, written in the transaction that makes it due, gone when it is done.
create table kit.job (
  id bigint generated always as identity primary key,
  task text not null,
  key text not null,
  payload json not null,
  context json not null,
  run_at timestamptz not null,
  -- counts how often it was asked for: who is asked again while the work runs does it again
  revision bigint not null default 1,
  failures integer not null default 0 check (failures >= 0),
  last_error text,
  -- the session of the process that does it now; see jobs.ts
  claimed_by integer,
  created_at timestamptz not null default now(),
  constraint job_once unique (task, key)
);
create index job_due on kit.job (task, run_at) where claimed_by is null;
create index job_claimed on kit.job (claimed_by) where claimed_by is not null;
