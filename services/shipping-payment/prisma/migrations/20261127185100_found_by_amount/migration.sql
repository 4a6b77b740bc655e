-- What was paid is found by its amount, as people name it who call support; `taken`: what the provider took in place of it.
alter table topup add column taken bigint;
create index shipping_gross on shipping (gross, created_at desc, id desc);
create index topup_amount on topup (amount, opened_at desc, id desc);
create index topup_taken on topup (taken, opened_at desc, id desc) where taken is not null;
create index order_replica_token on order_replica (contract_address, token_id);
