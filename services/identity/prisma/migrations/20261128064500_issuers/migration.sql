-- ID-42: who issuers are, from moderation.issuer.v1, and what public names are compared with.
create table issuer_replica (
  issuer_id text primary key,
  revision integer not null,
  customer_id text not null,
  active boolean not null,
  -- what its names look like, as that of people
  looks text[] not null,
  -- by what near ones are found
  keys text[] not null
);
