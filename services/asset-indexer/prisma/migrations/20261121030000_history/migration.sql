-- What was sold of a collection on each day of Thailand, by price family: there is no rate between them (OB-37). Follows
-- from activity and orders, worked out with the collection's other figures.
create table collection_day (
  collection_id text not null references collection on delete cascade,
  family text not null check (family in ('thb', 'jfin')),
  day date not null,
  sales integer not null check (sales > 0),
  units numeric(78, 0) not null,
  volume numeric not null,         -- display units of the family
  low numeric not null,            -- prices of one unit
  high numeric not null,
  primary key (collection_id, family, day)
);

-- The lowest active listing as it was last seen on a day; no row where it was what it had been before. Nothing else tells
-- it later: orders end without a trace of when.
create table collection_floor (
  collection_id text not null references collection on delete cascade,
  family text not null check (family in ('thb', 'jfin')),
  day date not null,
  floor numeric,                   -- null: nothing was listed
  primary key (collection_id, family, day)
);

create index activity_sale_of_asset on activity (asset_id, block_number desc, log_index desc, item desc)
  where type = 'sale';
create index activity_sale_of_contract on activity (contract, block_number desc, log_index desc, item desc)
  where type = 'sale';

update collection set stats_due = true;
