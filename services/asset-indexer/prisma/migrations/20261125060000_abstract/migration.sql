-- AI-7: which tokens of a shared contract stand for which virtual collection, as admins say.
alter table collection add column abstract_parts jsonb not null default '[]';

-- … and what an asset stands for; what was minted here is said by the minting record, whatever the parts say.
alter table asset
  add column abstract_kind text,
  add column abstract_collection_id text,
  add column abstract_item_id text,
  add column abstract_token_id text,
  add column abstract_tag text,
  add column abstract_source text check (abstract_source in ('rule', 'minting')),
  add check ((abstract_source is null) = (abstract_kind is null)
    and (abstract_source is null) = (abstract_collection_id is null)
    and (abstract_source is null) = (abstract_item_id is null)
    and (abstract_source is null) = (abstract_token_id is null)
    and (abstract_tag is null or abstract_source is not null));

create index asset_of_abstract on asset (abstract_collection_id, last_block desc, token_id, id)
  where abstract_collection_id is not null;
create index asset_of_tag on asset (abstract_tag, last_block desc, token_id, id) where abstract_tag is not null;
