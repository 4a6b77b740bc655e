-- MO-7: thousands of single tokens of a contract may be suspended; whether one is, is read without the others.
create index suspension_covers on suspension using gist (contract_address, numrange(token_from, token_to, '[]')) where status = 'suspended';
