-- The tables of bank-withdrawal; the log, the inbox and the jobs are the kit's.

-- ID-42: names, numbers and telephones, sealed; the id is that of the request. Kept for the trail of every payout.
create table bank_detail (
  id text primary key,
  sealed bytea not null
);

-- One row a request for a bank account, written in the transaction that appends its events; constraints hold the limits.
create table bank_request (
  id text primary key,
  version integer not null,
  customer_id text not null,
  account_id text not null,
  status text not null check (status in ('pending', 'provider_processing', 'success', 'rejected')),
  -- BW-1: taken back or put away; the trail stays
  deleted boolean not null,
  swift_code text not null,
  -- keyed hash of the account number
  number_hash text not null,
  last4 text not null,
  entity_type text not null,
  kyc_level integer not null,
  recipient_id text,
  reason text,
  decided_at timestamptz,
  -- the provider's word is missing for too long
  overdue boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- BW-3: one open request a customer
create unique index bank_request_open on bank_request (customer_id)
  where status in ('pending', 'provider_processing') and not deleted;
create index bank_request_customer on bank_request (customer_id, created_at desc, id desc);
create index bank_request_queue on bank_request (status, created_at, id);
create index bank_request_number on bank_request (swift_code, number_hash);

-- BW-2: the accounts that came of requests, by the request's id.
create table bank_account (
  id text primary key references bank_request (id),
  customer_id text not null,
  swift_code text not null,
  number_hash text not null,
  entity_type text not null,
  -- the account at the payout provider
  recipient_id text not null,
  created_at timestamptz not null,
  deleted_at timestamptz
);
-- BW-4: the same number once a customer
create unique index bank_account_number on bank_account (customer_id, swift_code, number_hash) where deleted_at is null;
create index bank_account_same on bank_account (swift_code, number_hash) where deleted_at is null;

-- BW-3, BW-4: accounts and open requests are at most five; the customer's advisory lock makes the count safe.
create function bank_request_limit() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('bank.' || new.customer_id, 0));
  if exists (select 1 from bank_account where customer_id = new.customer_id and swift_code = new.swift_code
      and number_hash = new.number_hash and deleted_at is null) then
    raise exception 'the account is registered' using errcode = '23514', constraint = 'bank_account_duplicate';
  end if;
  if exists (select 1 from bank_request where customer_id = new.customer_id
      and status in ('pending', 'provider_processing') and not deleted) then
    raise exception 'a request is open' using errcode = '23514', constraint = 'bank_request_open';
  end if;
  if (select count(*) from bank_account where customer_id = new.customer_id and deleted_at is null) >= 5 then
    raise exception 'there are five accounts' using errcode = '23514', constraint = 'bank_accounts_five';
  end if;
  return new;
end $$;
create trigger bank_request_limit before insert on bank_request for each row execute function bank_request_limit();

-- One row a withdrawal, written in the transaction that appends its events. Amounts in 1/100 baht.
create table withdrawal (
  id text primary key,
  version integer not null,
  customer_id text not null,
  account_id text not null,
  bank_account_id text not null references bank_account (id),
  value bigint not null check (value >= 10000),
  service_fee bigint not null check (service_fee > 0 and service_fee < value),
  kyc_level integer not null,
  -- holding: the ledger has not yet said that the money is locked; refused: it said no
  status text not null check (status in
    ('holding', 'refused', 'pending', 'provider_processing', 'success', 'rejected', 'canceled')),
  credit_status text not null,
  -- BW-18: the first of two admins
  approved_by text,
  transfer_id text,
  attempts integer not null,
  reason text,
  decided_at timestamptz,
  overdue boolean not null,
  -- what people have to look at
  incident text,
  -- the ledger has posted what was paid out, or has given the money back
  settled boolean not null,
  released boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- BW-12: one open withdrawal a customer
create unique index withdrawal_open on withdrawal (customer_id)
  where status in ('holding', 'pending', 'provider_processing');
create unique index withdrawal_transfer on withdrawal (transfer_id) where transfer_id is not null;
create index withdrawal_customer on withdrawal (customer_id, created_at desc, id desc);
create index withdrawal_queue on withdrawal (status, created_at, id);
create index withdrawal_account on withdrawal (bank_account_id);

-- BW-9: a withdrawal goes to an account of the customer that is there; who removes it at the same time comes before or after.
create function withdrawal_account_lock() returns trigger language plpgsql as $$
begin
  perform 1 from bank_account
    where id = new.bank_account_id and customer_id = new.customer_id and deleted_at is null for share;
  if not found then
    raise exception 'no such account' using errcode = '23514', constraint = 'withdrawal_bank_account';
  end if;
  return new;
end $$;
create trigger withdrawal_account_lock before insert on withdrawal
  for each row execute function withdrawal_account_lock();

-- BW-9: money in flight needs its target.
create function bank_account_in_use() returns trigger language plpgsql as $$
begin
  if exists (select 1 from withdrawal where bank_account_id = new.id
      and status in ('holding', 'pending', 'provider_processing')) then
    raise exception 'a withdrawal is under way' using errcode = '23514', constraint = 'bank_account_in_use';
  end if;
  return new;
end $$;
create trigger bank_account_in_use before update on bank_account
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function bank_account_in_use();

-- LG-17: what the ledger last said of its books.
create table books (
  one boolean primary key default true check (one),
  frozen boolean not null,
  revision integer not null
);

-- AW-5: who looks at what just now.
create table claim (
  request_id text primary key,
  account_id text not null,
  until timestamptz not null
);

-- GW-10: decisions of admins, so that one whose answer was lost isn't taken for another on an older version.
create table decision (
  id text primary key,
  at timestamptz not null
);
