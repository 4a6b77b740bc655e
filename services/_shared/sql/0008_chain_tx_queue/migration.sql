-- A queue has several keys: a job belongs to the queue, and to one key from when that key signs it. A job of before then
-- belongs to its key alone. One that is under way and has a block is in that block, and waits for its confirmations.
alter table kit.chain_tx
  add column queue text,
  alter column signer drop not null,
  add constraint chain_tx_has_keys check (queue is not null or signer is not null),
  add constraint chain_tx_signer_when_live check (status not in ('processing', 'sent') or signer is not null);
create index chain_tx_unsigned on kit.chain_tx (queue, seq) where status = 'pending' and signer is null;
create index chain_tx_included on kit.chain_tx (signer, chain_id, block)
  where status in ('processing', 'sent') and block is not null;
