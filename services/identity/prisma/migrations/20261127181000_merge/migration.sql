-- ID-33: an account that was absorbed by another; its row stays, as its id may stand elsewhere.
alter table account add column merged_into text references account, add column merged_at timestamptz;
create index account_merged_into on account (merged_into) where merged_into is not null;

-- Each time that a wallet comes to an account it gets a number, so that of two accounts' messages the later owner is known.
create sequence wallet_number;

-- ID-34: somebody signed in to one account has proved another one. One a session; it is used once.
create table merge_request (
  id_hash bytea primary key,
  session_id text not null unique references session on delete cascade,
  account_id text not null references account,
  other_account_id text not null references account,
  -- the identity of the other account that was proved
  identity_id text not null,
  expires_at timestamptz not null
);
create index merge_request_expires on merge_request (expires_at);
create index merge_request_accounts on merge_request (other_account_id);
