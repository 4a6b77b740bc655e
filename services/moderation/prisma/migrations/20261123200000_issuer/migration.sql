create extension if not exists btree_gist;

-- Every issuer that there is or was (MO-32): a read model of the streams `issuer-<id>`.
create table issuer (
  issuer_id text primary key,
  slug text not null,
  name_th text not null,
  name_en text not null,
  primary_customer_id text not null check (primary_customer_id like 'join-_%'),
  active boolean not null,
  -- gone for good: it never had a fee
  removed boolean not null check (not (removed and active)),
  ranges jsonb not null,
  version integer not null check (version > 0),
  changed_by text not null,
  changed_at timestamptz not null
);
create unique index issuer_slug on issuer (slug) where not removed;
create index issuer_payee on issuer (primary_customer_id) where active;

-- What is taken of sales (OB-32): a read model of the streams `fee-<blockchain>:<contract>` and `fee-general`.
create table fee_sheet (
  sheet_id text primary key,
  blockchain text,
  contract_address text,
  -- service fee of its own that is enabled; null: the general one counts
  own_service integer,
  -- royalties, and the highest fee of an issuer: a token has one issuer
  besides integer not null,
  version integer not null check (version > 0),
  changed_by text not null,
  changed_at timestamptz not null,
  check ((blockchain is null) = (contract_address is null)),
  constraint fee_sheet_half check (coalesce(own_service, 0) + besides <= 5000) -- OB-31
);

create table fee (
  fee_id text primary key,
  sheet_id text not null,
  type text not null check (type in ('service', 'royalty', 'issuer')),
  customer_id text check (customer_id like 'join-_%'),
  issuer_id text,
  collection_id text,
  basis_points integer not null check (basis_points between 0 and 2500), -- OB-31
  enabled boolean not null,
  removed boolean not null check (not (removed and enabled)),
  check ((type = 'royalty') = (customer_id is not null)),
  check ((type = 'issuer') = (issuer_id is not null) and (type = 'issuer') = (collection_id is not null))
);
create unique index fee_service on fee (sheet_id) where type = 'service'; -- MO-35
create unique index fee_royalty on fee (sheet_id, customer_id) where type = 'royalty';
create unique index fee_issuer on fee (issuer_id, collection_id) where type = 'issuer'; -- MO-34
create index fee_sheet_fees on fee (sheet_id);

-- What active issuers issue, by contract.
create table issuer_range (
  sheet_id text not null,
  issuer_id text not null,
  -- '': any token; else the virtual collection, or the item of it, that tokens stand for
  about text not null,
  token_from numeric(78, 0),
  token_to numeric(78, 0),
  tokens numrange generated always as (numrange(token_from, token_to, '[]')) stored,
  check ((token_from is null) = (token_to is null)),
  -- MO-32: of one kind, no token of two issuers
  constraint issuer_range_apart exclude using gist
    (sheet_id with =, about with =, tokens with &&, issuer_id with <>)
);
create index issuer_range_of on issuer_range (issuer_id);

-- What is declared of tokens (MO-37): a read model of the streams `declaration-<id>`.
create table declaration (
  declaration_id text primary key,
  declarer_type text not null check (declarer_type in ('issuer', 'seller')),
  blockchain text not null,
  contract_address text not null,
  range jsonb not null,
  declarations jsonb not null check (jsonb_array_length(declarations) between 1 and 20),
  removed boolean not null,
  version integer not null check (version > 0),
  changed_by text not null,
  changed_at timestamptz not null
);
create index declaration_of_contract on declaration (blockchain, contract_address) where not removed;
create index declaration_newest on declaration (changed_at desc, declaration_id) where not removed;

create index asset_replica_collection on asset_replica (collection_id);
