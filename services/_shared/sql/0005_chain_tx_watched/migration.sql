-- What has ended in a block is watched until no reorganisation can take the block back. See src/chain/tx-settled.ts.
alter table kit.chain_tx
  add column block_hash text,
  add column watched boolean not null default false;
create index chain_tx_watched on kit.chain_tx (signer, chain_id, block) where watched;
