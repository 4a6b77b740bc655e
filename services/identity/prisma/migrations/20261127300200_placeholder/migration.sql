-- ID-33: an account that nobody has yet: something was given to a phone, a LINE user or a wallet. Whoever first signs in by it
-- takes it over. Events name its id alone.
create table placeholder (
  account_id text primary key,
  -- keyed hash of what it was given to (ID-42); gone once it was claimed
  meant bytea,
  created_at timestamptz not null,
  claimed_on timestamptz,
  claimed_by text,
  constraint placeholder_claimed check ((claimed_on is null) = (meant is not null) and (claimed_on is null) = (claimed_by is null)),
  constraint placeholder_once unique (meant)
);
create index placeholder_claimed_by on placeholder (claimed_by) where claimed_by is not null;
