-- The public state of an order lies beside each of its events: also beside those that kept it in their data.
alter table kit.event disable trigger event_append_only;
update kit.event
set view = json_build_object('terms', data->'terms', 'after', data->'after', 'change', data->'change')
where stream like 'order-%' and view is null;
alter table kit.event enable trigger event_append_only;

-- The row of an order is written beside its events, and with it the row that lists show. What the latter had not heard of
-- yet when it still followed the log is written here.
insert into order_view (hash, order_id, blockchain, type, status, inactive, contract, token_id, offerer, customer_id,
  symbol, family, price_value, start_at, end_at, duration, total, filled, left_over, percent, doc)
select t->>'hash', t->>'orderId', t->>'blockchain', t->>'type', a->>'status',
  a->>'status' in ('offchain', 'validated', 'filled') and json_array_length(a->'reasons') > 0,
  t->>'contract', t->>'tokenId', t->>'offerer', t->>'customerId', t->'price'->>'symbol', t->'price'->>'family',
  (t->'price'->>'raw')::numeric / power(10::numeric, (t->'price'->>'decimals')::integer),
  (t->>'start')::bigint, (t->>'end')::bigint, (t->>'end')::integer - (t->>'start')::integer,
  (t->>'amount')::numeric, (a->>'filled')::numeric, (t->>'amount')::numeric - (a->>'filled')::numeric,
  trunc((a->>'filled')::numeric * 100 / (t->>'amount')::numeric, 2), jsonb_build_object('terms', t, 'after', a)
from (
  select distinct on (stream) view->'terms' as t, view->'after' as a from kit.event
  where stream in (
    select stream from kit.event
    where stream like 'order-%' and (txid, position) > (
      select coalesce(max(r.txid), '0'::xid8), coalesce(max(r.position), 0)
      from kit.reader r where r.name = 'projection.order-view'))
  order by stream, version desc) newest
on conflict (hash) do update set status = excluded.status, inactive = excluded.inactive, filled = excluded.filled,
  left_over = excluded.left_over, percent = excluded.percent, doc = excluded.doc;
delete from kit.reader where name = 'projection.order-view';

alter table order_guard rename to order_row;
alter index order_guard_pkey rename to order_row_pkey;
alter index order_guard_order_id_key rename to order_row_order_id_key;
alter index order_guard_customer rename to order_row_customer;
alter index order_guard_holding rename to order_row_holding;
alter index order_guard_asset rename to order_row_asset;
comment on table order_row is
  'Written in the transaction of each event of an order: what limits (OB-26) and what the chain says must find at once.';

-- OB-15: the counter that the order was signed with, and the fact of a raised one that its events know.
alter table order_row add column counter numeric(78, 0), add column counter_fact text,
  -- OB-16: the outgoing transfers that have ended it
  add column departure_facts text[] not null default '{}';
update order_row o set counter = (e.view->'terms'->'parameters'->>'counter')::numeric
from kit.event e where e.stream = 'order-' || substr(o.hash, 3) and e.version = 1;
alter table order_row alter column counter set not null;
with known as (
  select '0x' || substr(seen.stream, 7) as hash, seen.version, seen.data->'fact'->>'kind' as kind,
    seen.data->'fact'->>'key' as key
  from kit.event seen
  where seen.type = 'FactSeen' and seen.data->'fact'->>'kind' in ('counter', 'departed') and not exists (
    select 1 from kit.event gone where gone.stream = seen.stream and gone.version > seen.version
      and gone.type = 'FactReverted' and gone.data->>'key' = seen.data->'fact'->>'key'))
update order_row o set counter_fact = k.counter, departure_facts = coalesce(k.departures, '{}')
from (
  select hash, min(key) filter (where kind = 'counter') as counter,
    array_agg(key order by version) filter (where kind = 'departed') as departures
  from known group by hash) k
where k.hash = o.hash;
create index order_row_counter on order_row (offerer, counter) where counter_fact is null;
create index order_row_counter_fact on order_row (offerer, counter_fact) where counter_fact is not null;

create or replace function order_limits() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('customer:' || new.customer_id, 0));
  if (select count(*) from order_row where customer_id = new.customer_id and open and display_end >= new.put_at)
      >= coalesce(new.limit_of_customer, 0) then
    raise exception 'customer has too many open orders' using errcode = '23514', constraint = 'order_limit_of_customer';
  end if;
  if (select count(*) from order_row where customer_id = new.customer_id and open and display_end >= new.put_at
      and contract = new.contract and token_id = new.token_id) >= coalesce(new.limit_of_asset, 0) then
    raise exception 'customer has too many open orders of this asset'
      using errcode = '23514', constraint = 'order_limit_of_asset';
  end if;
  return new;
end $$;

-- OB-15: the counters that offerers have raised; reverted: the block is gone, and orders still know the fact.
create table raised_counter (
  offerer text not null,
  fact_key text not null,
  tx_hash text not null,
  log_index integer not null,
  block_number bigint not null,
  counter numeric(78, 0) not null,
  reverted boolean not null,
  primary key (offerer, fact_key)
);

alter table departure rename to transfer_check;
alter index departure_pkey rename to transfer_check_pkey;
comment on table transfer_check is
  'Outgoing transfers of a listed asset that are not known yet to be or not to be the fill of the order (OB-16).';

alter table heard_departure rename to heard_transfer;
alter index heard_departure_pkey rename to heard_transfer_pkey;
alter table heard_transfer add column heard_at timestamptz not null default now();
alter table heard_transfer alter column heard_at drop default;
create index heard_transfer_heard_at on heard_transfer (heard_at);

-- What was found by looking at rows is asked for by jobs.
insert into kit.job (task, key, payload, context, run_at)
select 'order.activity', hash, json_build_object('hash', hash), '{"correlationId": "order.activity"}', check_at
from order_row where open;
insert into kit.job (task, key, payload, context, run_at)
select 'order.transfer', hash || ' ' || fact_key, json_build_object('hash', hash, 'factKey', fact_key),
  '{"correlationId": "order.transfer"}', now()
from transfer_check;
alter table order_row drop column check_at;

-- of an order's shippings only those that are open are looked at
drop index shipping_order;
create index shipping_order on shipping (order_hash, status);
