-- AI-7: assets by the kind of what they stand for.
create index asset_of_kind on asset (abstract_kind, contract, token_id) where abstract_kind is not null;
