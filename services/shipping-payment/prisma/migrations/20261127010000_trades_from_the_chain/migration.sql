-- SP-28: records of intent never exclude each other; the chain says whose a fill is.
drop index crypto_shipping_one_per_order;
drop index crypto_shipping_tx;
create index crypto_shipping_open_of_order on crypto_shipping (order_hash, opened_by_customer_id)
  where status in ('pending', 'processing');

-- Which purchase records a fill, who sent its transaction, and whose it is; null: not known.
alter table crypto_fill
  add column shipping_id text,
  add column sender text,
  add column fulfiller_customer_id text;
update crypto_fill f set shipping_id = s.id, fulfiller_customer_id = s.opened_by_customer_id
from crypto_shipping s where s.status = 'completed' and s.tx_hash = f.tx_hash and s.order_hash = f.order_hash;
create index crypto_fill_unrecorded on crypto_fill (order_hash) where shipping_id is null;
create index crypto_fill_sender on crypto_fill (sender) where fulfiller_customer_id is null;
create index crypto_fill_recipient on crypto_fill (recipient) where fulfiller_customer_id is null;

-- What no call named is recorded now.
insert into kit.job (task, key, payload, context, run_at)
select 'crypto.fill', tx_hash || ':' || log_index, json_build_object('txHash', tx_hash, 'logIndex', log_index),
  json_build_object('correlationId', 'crypto.fill'), now()
from crypto_fill where shipping_id is null;

-- Whose a wallet is.
create table account_replica (
  account_id text primary key,
  revision integer not null,
  customer_id text not null,
  wallets text[] not null
);
create index account_replica_wallets on account_replica using gin (wallets);
