-- A token is found by where it is on chain.
create unique index collection_contract_at on collection_contract (blockchain, address) where address is not null;
