-- AI-22: domains that mark what somebody has as spam, as the list at BLACKLIST_URL has said last.
create table blacklisted_domain (
  domain text primary key
);

-- … and when it has said so.
create table blacklist (
  id smallint primary key default 1 check (id = 1),
  url text not null,
  -- null: it was never read
  read_at timestamptz,
  domains integer not null,
  tried_at timestamptz not null,
  -- why the last try came to nothing; null: it didn't
  fault text,
  check (read_at is not null or fault is not null)
);
