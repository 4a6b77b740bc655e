-- OB-7: of a deal, the customer who alone may buy it; empty for other orders.
alter table order_replica add column counterparty_customer_id text not null default '';
