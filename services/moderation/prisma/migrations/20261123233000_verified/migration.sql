-- AI-8: its collection was made by whom it says, as an admin of the asset indexer has checked.
alter table asset_replica add column verified boolean not null default false;
create index asset_replica_verified on asset_replica ((blockchain || ':' || contract_address)) where verified;
