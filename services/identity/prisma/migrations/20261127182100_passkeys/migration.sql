-- Passkeys: a second way into an account, and the way of a fresh sign-in that needs no provider.
create table passkey (
  id text primary key,
  account_id text not null references account,
  credential_id text not null unique,
  -- the host for which browsers hand it out
  rp_id text not null check (char_length(rp_id) <= 255),
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (char_length(name) between 1 and 60),
  -- ten an account: a constraint, so that of many at once none is the eleventh
  place smallint not null check (place between 1 and 10),
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (account_id, place)
);

-- Asked once, of one browser; of a registration also of one session.
create table passkey_challenge (
  challenge text primary key,
  browser_hash bytea not null,
  -- null: to sign in
  session_id text,
  expires_at timestamptz not null
);
create index passkey_challenge_expires on passkey_challenge (expires_at);
