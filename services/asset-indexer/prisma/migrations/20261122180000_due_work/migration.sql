-- What is due are jobs; what was due by columns becomes one.
insert into kit.job (task, key, payload, context, run_at)
  select 'sync.' || s.kind, s.asset_id, json_build_object('assetId', s.asset_id),
      json_build_object('correlationId', s.asset_id), s.due_at
    from sync s where s.due_at is not null
  union all
  select 'asset.market', asset_id, json_build_object('assetId', asset_id), json_build_object('correlationId', asset_id),
      min(at)
    from (
      select asset_id, now() as at from market_due
      union all select asset_id, changes_at from market_order where changes_at is not null) due
    group by asset_id
  union all
  select 'collection.stats', id, json_build_object('collectionId', id), json_build_object('correlationId', id), now()
    from collection where stats_due
  union all
  select 'collection.traits', id, json_build_object('collectionId', id), json_build_object('correlationId', id), now()
    from collection where traits_due;
drop index sync_due;
alter table sync drop column due_at;
drop table market_due;

-- Figures are worked out of what was read before: who was overtaken meanwhile writes nothing.
alter table collection
  drop column stats_due,
  drop column traits_due,
  add column stats_version integer not null default 0,
  add column traits_version integer not null default 0,
  add column traits_at timestamptz not null default 'epoch';

-- Orders as order-book tells them and nothing else: whether one counts at the moment follows from the time.
alter table market_order rename to order_replica;
alter table order_replica
  drop column live,
  drop column changes_at,
  add column open boolean not null
    generated always as (status in ('offchain', 'validated', 'filled') and not inactive) stored;
alter index market_order_pkey rename to order_replica_pkey;
alter index market_order_of_asset rename to order_replica_of_asset;
create index order_replica_open on order_replica (asset_id, type, family, unit_value) where open;

-- What the chain said and could not be stored; all else goes on.
create table refused_fact (
  block_number bigint not null,
  log_index integer not null,
  item integer not null,
  fact text not null,
  error text not null,
  refused_at timestamptz not null,
  primary key (block_number, log_index, item)
);

-- A reorganisation takes back the assets that came with its blocks.
create index asset_by_first_block on asset (first_block);
