-- MO-7: the open orders on what a range covers, some at a time, in the order of their tokens; in place of those of a whole contract.
create index order_row_token on order_row (contract, (token_id::numeric), hash) where open;
drop index order_row_contract;
