-- GW-30: each sort of a long list walks an index instead of sorting what there is; ties go by order_id in the same direction.
drop index order_view_start;
create index order_view_by_start on order_view (start_at, order_id);
create index order_view_by_end on order_view (end_at, order_id);
create index order_view_by_duration on order_view (duration, order_id);
create index order_view_by_total on order_view (total, order_id);
create index order_view_by_filled on order_view (filled, order_id);
create index order_view_by_left on order_view (left_over, order_id);
create index order_view_by_percent on order_view (percent, order_id);
-- what can't be converted is last in both directions (OB-37)
create index order_view_by_price on order_view (baht_value, order_id);
create index order_view_by_price_falling on order_view (baht_value desc nulls last, order_id desc);
-- from the dearest or the cheapest on, whatever the state
drop index order_view_baht;
