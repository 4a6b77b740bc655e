-- Every suspension that there is or was: a read model of the streams `suspension-<id>`. Without tokens: the whole contract.
create table suspension (
  suspension_id text primary key,
  status text not null check (status in ('suspended', 'unsuspended')),
  blockchain text not null,
  contract_address text not null,
  token_from numeric(78, 0),
  token_to numeric(78, 0),
  note text not null,
  version integer not null check (version > 0),
  changed_by text not null,
  changed_at timestamptz not null,
  history jsonb not null check (jsonb_array_length(history) between 1 and 10), -- MO-6
  check ((token_from is null) = (token_to is null) and (token_from is null or token_from <= token_to)),
  constraint suspension_of_range unique nulls not distinct (blockchain, contract_address, token_from, token_to) -- MO-5
);
create index suspension_newest on suspension (changed_at desc, suspension_id);
create index suspension_of_contract on suspension (contract_address, changed_at desc, suspension_id);
