-- What accounts are now. Written in the transaction that appends the account's events, so that the constraints below
-- hold across accounts and a sign-in reads its own write.
create table account (
  id text primary key,
  -- the jid of tokens (ID-2); one account a join user
  join_id text unique,
  kyc_level int not null default 0 check (kyc_level between 0 and 3),
  -- when POST /join/customer-profile last asked Join (ID-18)
  profile_read_at timestamptz,
  created_at timestamptz not null
);

create table identity_link (
  id text primary key,
  account_id text not null references account,
  identity_provider text not null,
  -- what the external id is unique within, beside the provider; empty where the provider has one space of ids
  provider_scope text not null default '',
  external_id text not null,
  created_at timestamptz not null,
  constraint identity_link_one_owner unique (identity_provider, provider_scope, external_id) -- ID-27
);
create index identity_link_account on identity_link (account_id);

create table wallet (
  address text primary key check (address ~ '^0x[0-9a-f]{40}$'), -- ID-27: one owner across all chains
  account_id text not null references account,
  provider text not null check (provider in ('join', 'web3'))
);
create index wallet_account on wallet (account_id);

-- ID-42: sealed with AES-256-GCM, bound to the account. Alone in its table, so that a person can be erased; events,
-- messages and every other table carry ids only.
create table personal_data (
  account_id text primary key references account,
  sealed bytea not null,
  updated_at timestamptz not null
);

-- A sign-in and all that was refreshed from it: the family of its refresh tokens (ID-6).
create table session (
  id text primary key,
  account_id text not null references account,
  provider text not null,
  -- ID-2: claims jsh and jxp, of sessions that began with Join
  join_session_hash text,
  join_expires_at timestamptz,
  generation int not null default 0,
  rotated_at timestamptz,
  -- the pair of the newest generation, sealed, for the minute in which the retired token gets it again (ID-6)
  replacement bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_revoked on session (revoked_at) where revoked_at is not null;
create index session_expires on session (expires_at);
create index session_replacement on session (rotated_at) where replacement is not null;

-- Every generation, as SHA-256: an old one must be known again to be told from a made-up one.
create table refresh_token (
  token_hash bytea primary key,
  session_id text not null references session on delete cascade,
  generation int not null,
  unique (session_id, generation)
);

create table join_session (
  -- SHA-256 of the session id, the jsh of tokens
  id_hash text primary key,
  browser_hash bytea not null, -- ID-14
  expires_at timestamptz not null,
  used_at timestamptz
);
create index join_session_expires on join_session (expires_at);

create table web3_nonce (
  browser_hash bytea not null,
  address text not null,
  message text not null,
  expires_at timestamptz not null,
  primary key (browser_hash, address) -- ID-24
);
create index web3_nonce_expires on web3_nonce (expires_at);

create table signing_request (
  request_id text primary key,
  account_id text not null references account,
  kind text not null check (kind in ('signature', 'approve-tokens', 'approve-nfts', 'contract')),
  -- what the signature must be of and by whom, for requests of kind signature
  digest text,
  wallet text not null,
  expires_at timestamptz not null
);
create index signing_request_expires on signing_request (expires_at);

create table signing_key (
  kid text primary key,
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamptz not null,
  -- the public half is served until then; null: in use
  served_until timestamptz
);
create unique index signing_key_in_use on signing_key ((true)) where served_until is null;
