-- SP-5: why a reservation ended unpaid by its buyer's doing: expired, idle or buyer; null: it didn't, or before this was kept.
alter table shipping add column lapsed text;
create index shipping_lapsed on shipping (buyer_customer_id, updated_at) where lapsed is not null;
