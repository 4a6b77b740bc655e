-- ID-22, ID-25: a browser was sent to a provider to prove an identity. One row from there to its use: begun, called back with
-- what the provider says (sealed), used. Nothing else is written before it is used.
create table proof (
  id text primary key,
  purpose text not null check (purpose in ('sign-in', 'link', 'renew')),
  provider text not null,
  -- only the browser that began goes on
  browser_hash bytea not null,
  -- whose session began it, where it is no sign-in
  account_id text references account,
  session_id text references session on delete cascade,
  state_hash bytea not null unique,
  -- what only we know of the attempt: nonce, verifier, addresses
  attempt bytea not null,
  called_back_at timestamptz,
  handle_hash bytea unique,
  result bytea,
  used_at timestamptz,
  expires_at timestamptz not null,
  check ((purpose = 'sign-in') = (session_id is null) and (session_id is null) = (account_id is null)),
  check ((handle_hash is null) = (result is null))
);
create index proof_expires on proof (expires_at);
create index proof_account on proof (account_id) where account_id is not null;
create index proof_session on proof (session_id) where session_id is not null;
