-- The state of a stream that grows, as of a version: a shortcut for who folds it, made anew at any time.
create table kit.snapshot (
  stream text primary key,
  version integer not null check (version > 0),
  -- the shape of the state; another one is not read
  shape integer not null,
  state json not null
);
