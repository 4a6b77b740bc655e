-- SP-29: deliveries to contracts that reverted on the chain, at our cost.
create table delivery_failure (
  shipping_id text primary key,
  recipient text not null,
  buyer_customer_id text not null,
  -- it was no contract yet when the purchase was opened
  code_came_later boolean not null default false
);
create index delivery_failure_recipient on delivery_failure (recipient);
create index delivery_failure_buyer on delivery_failure (buyer_customer_id);
