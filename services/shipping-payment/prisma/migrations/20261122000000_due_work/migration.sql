-- What is due are jobs; what was due by columns becomes one.
insert into kit.job (task, key, payload, context, run_at)
  select 'topup.inquiry', id, json_build_object('topupId', id), json_build_object('correlationId', id), next_inquiry_at
    from topup where next_inquiry_at is not null
  union all
  select 'topup.start', id, json_build_object('topupId', id), json_build_object('correlationId', id), opened_at
    from topup where status = 'pending' and not started
  union all
  select 'shipping.expiry', id, json_build_object('shippingId', id), json_build_object('correlationId', id), expires_at
    from shipping where status = 'pending';
drop index topup_inquiry;
drop index topup_start;
drop index shipping_due;
alter table topup drop column next_inquiry_at;
create index topup_opened on topup (shipping_id, opened_at desc);
drop index topup_shipping;

-- The public state of older events lay in their data.
alter table kit.event disable trigger event_append_only;
update kit.event set view = data -> 'view' where stream like 'shipping-%' and view is null;
alter table kit.event enable trigger event_append_only;

alter table offered_order rename to order_replica;
