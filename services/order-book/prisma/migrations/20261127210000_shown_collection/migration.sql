-- GW-5: which sites show the collection of a contract besides the main one: a replica of `asset-indexer.collection.v1`.
create table shown_collection (
  contract text primary key,
  sites text[] not null,
  revision integer not null
);
create index shown_collection_of_site on shown_collection using gin (sites);
