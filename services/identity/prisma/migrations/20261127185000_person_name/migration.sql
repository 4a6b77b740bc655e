-- ID-43: support finds a person by words of their name, though the name itself lies sealed: HMAC-SHA256 of each word. Filled
-- at the next sign-in of those who were here before.
create table person_name (
  link_id text not null references identity_link on delete cascade,
  fingerprint bytea not null,
  primary key (link_id, fingerprint)
);
create index person_name_word on person_name (fingerprint, link_id);
