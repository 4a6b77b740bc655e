-- What came of the last run of each check of this service: for whoever watches over it.
create table kit.verification (
  name text primary key,
  faults integer not null check (faults >= 0),
  verified_at timestamptz not null default now()
);
