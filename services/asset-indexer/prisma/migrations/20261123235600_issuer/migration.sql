-- AI-9: who issues what, from moderation.issuer.v1.
create table issuer_replica (
  issuer_id text primary key,
  revision integer not null,
  slug text not null,
  name_th text not null,
  name_en text not null,
  at timestamptz not null
);

create table issuer_range (
  issuer_id text not null,
  -- its place among those of the issuer
  place integer not null,
  blockchain text not null,
  contract_address text not null,
  token_from numeric(78, 0),
  token_to numeric(78, 0),
  -- only tokens that stand for this virtual collection, or this item of it
  abstract_kind text,
  abstract_collection_id text,
  abstract_item_id text,
  primary key (issuer_id, place),
  check ((token_from is null) = (token_to is null) and (token_from is null or token_from <= token_to)),
  check ((abstract_kind is null) = (abstract_collection_id is null))
);
create index issuer_range_contract on issuer_range (contract_address, token_from);
