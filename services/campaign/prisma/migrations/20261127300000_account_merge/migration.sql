-- ID-35: which account was absorbed by which, by the number of the merge.
create table account_merge (
  account_id text not null,
  number bigint not null,
  into_account_id text not null,
  into_customer_id text not null,
  primary key (account_id, number)
);
