-- The token of a price in crypto; empty in orders heard of before, which were all in points.
alter table order_replica
  add column price_token text not null default '',
  add column price_symbol text not null default '',
  add column price_decimals integer not null default 0;

-- SP-28: one row an intent to fill an order in crypto, written in the transaction that appends its events.
create table crypto_shipping (
  id text primary key,
  version integer not null,
  order_hash text not null,
  opened_by_customer_id text not null,
  buyer_customer_id text not null,
  seller_customer_id text not null,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'canceled')),
  tx_hash text,
  created_at timestamptz not null
);
-- SP-6: one open intent an order
create unique index crypto_shipping_one_per_order on crypto_shipping (order_hash) where status in ('pending', 'processing');
-- SP-28: one transaction proves one purchase
create unique index crypto_shipping_tx on crypto_shipping (tx_hash) where tx_hash is not null;
create index crypto_shipping_buyer on crypto_shipping (buyer_customer_id, created_at desc, id desc);
create index crypto_shipping_seller on crypto_shipping (seller_customer_id, created_at desc, id desc);
create index crypto_shipping_open on crypto_shipping (opened_by_customer_id) where status in ('pending', 'processing');

-- What the chain says of orders in crypto, past the finality depth: it may be heard before the hash is told here.
create table crypto_fill (
  tx_hash text not null,
  log_index integer not null,
  order_hash text not null,
  recipient text not null,
  amount numeric(78, 0) not null,
  primary key (tx_hash, log_index)
);

-- SP-6: at most three open purchases a person, in baht and in crypto together.
create or replace function shipping_limit() returns trigger language plpgsql as $$
declare
  person text := case tg_table_name when 'shipping' then to_jsonb(new) ->> 'buyer_customer_id'
    else to_jsonb(new) ->> 'opened_by_customer_id' end;
begin
  perform pg_advisory_xact_lock(hashtext('shipping.buyer.' || person));
  if (select count(*) from shipping where buyer_customer_id = person
        and status in ('pending', 'processing', 'mined'))
     + (select count(*) from crypto_shipping where opened_by_customer_id = person
        and status in ('pending', 'processing')) >= 3 then
    raise exception 'buyer has three open shippings' using errcode = '23514', constraint = 'shipping_three_per_buyer';
  end if;
  return new;
end $$;
create trigger crypto_shipping_three_per_buyer before insert on crypto_shipping
  for each row when (new.status in ('pending', 'processing')) execute function shipping_limit();
