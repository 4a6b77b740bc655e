-- Which wording of a text a person agreed to, and when first. Ids and days only: it outlives an erasure as the proof of it.
create table consent (
  account_id text not null references account,
  text text not null check (text in ('terms', 'privacy')),
  version date not null,
  agreed_at timestamptz not null,
  primary key (account_id, text, version)
);
