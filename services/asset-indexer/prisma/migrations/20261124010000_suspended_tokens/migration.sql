-- MO-4: what covers a token is found by the token, of however many ranges of its contract.
create extension if not exists btree_gist;
create index suspension_covers on suspension_replica using gist (contract_address, numrange(token_from, token_to, '[]')) where active;
drop index suspension_active;
