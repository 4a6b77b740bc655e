-- What came of putting a day (of Thailand) beside a provider's own account of it; the last look at each day counts.
create table kit.reconciliation (
  day date primary key,
  compared integer not null check (compared >= 0),
  faults integer not null check (faults >= 0),
  differences jsonb not null,
  unanswered integer not null check (unanswered >= 0),
  finished_at timestamptz not null
);
