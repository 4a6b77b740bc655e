-- OB-37: what one whole unit of a price family is worth in another, and when its source said so.
create table rate (
  base text not null,
  quote text not null,
  rate numeric not null check (rate > 0),
  at timestamptz not null,
  primary key (base, quote)
);

-- GW-29, AI-9: prices of all families in baht, by the rate that was usable last; null without one. Lists compare by them.
alter table asset
  add column lp_baht numeric,
  add column op_baht numeric,
  add column lsp_baht numeric;
update asset set lp_baht = lp_thb, op_baht = op_thb, lsp_baht = lsp_thb
  where lp_thb is not null or op_thb is not null or lsp_thb is not null;
-- what is listed for a price that can't be converted is not worth what somebody offers for it
alter table asset
  add column sp_baht numeric generated always as (case when listings > 0 then lp_baht else op_baht end) stored;

drop index asset_by_price;
drop index asset_by_listing;
drop index asset_by_offer;
drop index asset_by_sale;
drop index asset_of_collection_by_price;
create index asset_by_price on asset (sp_baht, token_id, id);
create index asset_by_listing on asset (lp_baht, token_id, id);
create index asset_by_offer on asset (op_baht desc nulls last, token_id, id);
create index asset_by_sale on asset (lsp_baht, token_id, id);
create index asset_of_collection_by_price on asset (collection_id, sp_baht, token_id, id);
-- those whose prices follow the rate
create index asset_priced_in_jfin on asset (id)
  where lp_jfin is not null or op_jfin is not null or lsp_jfin is not null;
