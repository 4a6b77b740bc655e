-- AI-1: the block in which the contract declared the metadata of a token permanent (event PermanentURI).
alter table asset add column permanent_block bigint;
create index asset_permanent on asset (permanent_block) where permanent_block is not null;
