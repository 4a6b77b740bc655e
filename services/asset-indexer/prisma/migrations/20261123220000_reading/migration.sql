-- MO-15: what bots look at besides the texts: where the metadata was read, and what the picture looks like.
alter table asset add column metadata_source text not null default '';
alter table asset add column picture_hash text not null default '' check (picture_hash ~ '^([0-9a-f]{64})?$');
