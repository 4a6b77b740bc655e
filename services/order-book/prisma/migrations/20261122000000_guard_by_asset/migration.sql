-- what concerns one asset, as its suspension, finds its open orders without looking at all of them
create index order_guard_asset on order_guard (contract, token_id) where open;
