-- ID-43: support finds a person by words of their name, though the name itself lies sealed: HMAC-SHA256 of each word. Filled
-- at the next sign-in of those who were here before.
create table person_name (
  account_id text not null references account,
  fingerprint bytea not null,
  primary key (account_id, fingerprint)
);
create index person_name_word on person_name (fingerprint, account_id);
