-- Whose each wallet is: of two accounts that name it, the one with the higher number.
create table wallet_owner (
  address text primary key,
  account_id text not null,
  number bigint not null
);
insert into wallet_owner (address, account_id, number)
select address, account_id, 0 from account_replica, unnest(wallets) as w (address) on conflict do nothing;
