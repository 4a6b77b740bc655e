-- Purchases as far as the reports name them; kept from shipping-payment's topic.
create table shipping_replica (
  id text primary key,
  revision integer not null,
  status text not null,
  order_id text not null,
  order_hash text not null,
  buyer_customer_id text not null,
  seller_customer_id text not null,
  amount text not null,
  gross bigint not null,
  blockchain text not null,
  address text not null,
  contract_type text not null,
  token_id text not null,
  topup_id text not null,
  provider_ref_id text not null,
  tx_hash text not null,
  shares jsonb not null
);
create index shipping_replica_topup on shipping_replica (topup_id) where topup_id <> '';

-- The settlements of a month, in the order in which they were posted (LG-15).
create index flow_settlements on flow (at, related_id)
  where leg in ('settlement.escrow.out', 'settlement_reversal.conversion.out');
