-- The newest public state of each order, from order-book.order.v1.
create table offered_order (
  hash text primary key,
  order_id text not null,
  revision integer not null,
  type text not null,
  status text not null,
  inactive boolean not null,
  shipper boolean not null,
  blockchain text not null,
  contract_address text not null,
  contract_type text not null,
  token_id text not null,
  seller_customer_id text not null,
  seller_account_id text not null,
  total numeric(78, 0) not null,
  filled numeric(78, 0) not null,
  price numeric(78, 0) not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  signed_end timestamptz not null,
  shares jsonb not null,
  parameters jsonb not null,
  signature text not null
);

-- One row a shipping, written in the transaction that appends its events; its constraints hold the limits.
create table shipping (
  id text primary key,
  version integer not null,
  order_hash text not null,
  buyer_customer_id text not null,
  seller_customer_id text not null,
  status text not null,
  payment_status text not null,
  at_ledger boolean not null,
  amount numeric(78, 0) not null,
  gross bigint not null check (gross > 0),
  tx_hash text,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
-- SP-6: one open shipping an order
create unique index shipping_one_per_order on shipping (order_hash)
  where status in ('pending', 'processing', 'mined');
create index shipping_buyer on shipping (buyer_customer_id, created_at desc, id desc);
create index shipping_seller on shipping (seller_customer_id, created_at desc, id desc);
create index shipping_due on shipping (expires_at) where status = 'pending';
create index shipping_open on shipping (buyer_customer_id) where status in ('pending', 'processing', 'mined');
create unique index shipping_tx on shipping (tx_hash) where tx_hash is not null;

-- SP-6: at most three open shippings a buyer; the buyer's row of the advisory lock makes the count safe.
create function shipping_limit() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('shipping.buyer.' || new.buyer_customer_id));
  if (select count(*) from shipping where buyer_customer_id = new.buyer_customer_id
      and status in ('pending', 'processing', 'mined')) >= 3 then
    raise exception 'buyer has three open shippings' using errcode = '23514', constraint = 'shipping_three_per_buyer';
  end if;
  return new;
end $$;
create trigger shipping_three_per_buyer before insert on shipping
  for each row when (new.status in ('pending', 'processing', 'mined')) execute function shipping_limit();

-- One row a card payment.
create table topup (
  id text primary key,
  version integer not null,
  order_no text not null unique,
  shipping_id text not null,
  customer_id text not null,
  amount bigint not null check (amount > 0),
  status text not null,
  mismatch boolean not null,
  transaction_id text,
  started boolean not null,
  opened_at timestamptz not null,
  -- the schedule of inquiries (SP-20): not an event, as asking twice does no harm
  next_inquiry_at timestamptz,
  inquiries integer not null default 0,
  inquired_at timestamptz
);
create unique index topup_transaction on topup (transaction_id) where transaction_id is not null;
create index topup_inquiry on topup (next_inquiry_at) where next_inquiry_at is not null;
create index topup_start on topup (opened_at) where status = 'pending' and not started;
create index topup_shipping on topup (shipping_id);
