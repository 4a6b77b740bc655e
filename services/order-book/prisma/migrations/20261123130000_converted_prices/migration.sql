-- OB-37: what a price is in baht, by the rate that was usable last; null without one. Lists sort and filter by it (GW-30).
alter table order_view add column baht_value numeric(96, 18);
update order_view set baht_value = price_value where family = 'thb';
create index order_view_baht on order_view (status, baht_value);
