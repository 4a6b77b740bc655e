-- OB-38: the orders of a contract come newest first without sorting all that there are.
create index order_view_of_contract on order_view (contract, start_at, order_id);
