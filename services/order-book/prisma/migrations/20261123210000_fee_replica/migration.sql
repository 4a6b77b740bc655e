-- OB-32: what is taken of sales, from moderation.fee.v1: all of one contract at once, or the general service fee.
create table fee_sheet (
  -- `<blockchain>:<contract>`, or `general`
  sheet_id text primary key,
  revision integer not null
);

create table fee_replica (
  fee_id text primary key,
  sheet_id text not null,
  type text not null check (type in ('service', 'royalty', 'issuer')),
  -- null: the platform, or whoever gets the fees of the issuer
  customer_id text,
  issuer_id text,
  collection_id text,
  basis_points integer not null check (basis_points between 0 and 2500), -- OB-31
  enabled boolean not null,
  check ((type = 'royalty') = (customer_id is not null) and (type = 'issuer') = (issuer_id is not null))
);
create index fee_replica_sheet on fee_replica (sheet_id) where enabled;

-- What active issuers issue of a contract (MO-32).
create table issuer_range (
  sheet_id text not null,
  -- its place among those of the contract
  place integer not null,
  issuer_id text not null,
  customer_id text not null,
  token_from numeric(78, 0),
  token_to numeric(78, 0),
  -- only tokens that stand for this virtual collection, or this item of it
  abstract_kind text,
  abstract_collection_id text,
  abstract_item_id text,
  primary key (sheet_id, place),
  check ((token_from is null) = (token_to is null) and (token_from is null or token_from <= token_to)),
  check ((abstract_kind is null) = (abstract_collection_id is null))
);

-- What the setting PLATFORM_FEES has said stays in force until an admin has said something of the contract.
insert into fee_sheet (sheet_id, revision)
select distinct case when f.contract is null then 'general' else
    coalesce((select blockchain from asset where contract = f.contract limit 1),
      (select blockchain from asset limit 1), 'kub') || ':' || f.contract end, 0
from fee f where not f.disabled;
insert into fee_replica (fee_id, sheet_id, type, customer_id, basis_points, enabled)
select 'configured-' || f.id, case when f.contract is null then 'general' else
    coalesce((select blockchain from asset where contract = f.contract limit 1),
      (select blockchain from asset limit 1), 'kub') || ':' || f.contract end,
  f.type, case when f.type = 'royalty' then f.customer_id end, f.basis_points, true
from fee f where not f.disabled;
drop table fee;
