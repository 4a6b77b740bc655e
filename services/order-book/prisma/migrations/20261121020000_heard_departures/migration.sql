-- OB-16 is decided by what was so at the very transfer: its block is read by its hash.
alter table departure add column block_hash text;
update departure set block_hash = split_part(fact_key, ':', 2);
alter table departure alter column block_hash set not null;

-- All outgoing transfers that were heard of and not taken back, not the last of each holding alone: an order that is put
-- while one happens must not miss it, nor may an order that had ended when one was heard of and is open again since.
alter table last_departure rename to heard_departure;
alter table heard_departure add column block_hash text;
update heard_departure set block_hash = split_part(fact_key, ':', 2);
alter table heard_departure alter column block_hash set not null;
alter table heard_departure drop constraint last_departure_pkey;
alter table heard_departure add primary key (owner, contract, token_id, fact_key);
comment on column departure.from_balance is 'what the owner was left with by the very transfer';
comment on column heard_departure.from_balance is 'what the owner was left with by the very transfer';
