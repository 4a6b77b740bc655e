-- GW-5: the sites that show a collection; the main one shows every collection.
alter table collection add column continents text[] not null default '{}';
create index collection_continents on collection using gin (continents) where continents <> '{}';
