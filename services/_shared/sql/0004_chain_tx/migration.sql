-- Chain transactions to be made by this service's keys, each at most once (CA-46, CA-47). See src/chain/tx-queue.ts.
create table kit.chain_tx (
  id text primary key,
  seq bigint generated always as identity,
  signer text not null,
  recipient text not null,
  data text not null,
  value numeric(78, 0) not null check (value >= 0),
  deadline timestamptz not null,
  correlation_id text not null,
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'sent', 'mined', 'failed', 'canceled')),
  -- what is known once a nonce is reserved
  chain_id bigint,
  nonce integer check (nonce >= 0),
  gas_limit bigint,
  from_block bigint,
  reserved_at timestamptz,
  -- the outcome
  hash text,
  block bigint,
  -- tries since the last progress, for the back-off; retry_count is what CA-47 counts
  tries integer not null default 0,
  retry_count integer not null default 0,
  retry_reason text,
  failed_reason text,
  next_at timestamptz not null default now(),
  version integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint chain_tx_nonce_when_live
    check (status not in ('processing', 'sent') or (nonce is not null and chain_id is not null)),
  constraint chain_tx_no_nonce_when_pending check (status not in ('pending', 'canceled') or nonce is null)
);
create unique index chain_tx_live_nonce on kit.chain_tx (signer, chain_id, nonce)
  where status in ('processing', 'sent');
create index chain_tx_open on kit.chain_tx (signer, seq) where status in ('pending', 'processing', 'sent');

-- Everything that was ever signed for a job: the bytes are stored before they are broadcast, and every hash of a nonce
-- is watched. A filler is an empty transfer of the signer to itself that uses up the nonce instead of the job.
create table kit.chain_tx_attempt (
  hash text primary key,
  seq bigint generated always as identity,
  job_id text not null references kit.chain_tx (id),
  nonce integer not null,
  raw text not null,
  max_fee numeric(78, 0) not null,
  priority_fee numeric(78, 0) not null,
  filler boolean not null,
  signed_at timestamptz not null,
  accepted_at timestamptz
);
create index chain_tx_attempt_job on kit.chain_tx_attempt (job_id, seq);
