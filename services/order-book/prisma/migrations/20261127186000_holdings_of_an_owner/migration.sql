-- OB-37: who holds much finds the offers for it without a look at every holding.
create index holding_owner on holding (owner, contract, token_id);
