-- Customers' balances: always the sums of their flows, changed only in the transaction that posts them (LG-1, LG-4).
create table account (
  customer_id text not null,
  unit text not null check (unit in ('pt_thb', 'ft_thb')),
  balance bigint not null default 0,
  balance_locked bigint not null default 0,
  primary key (customer_id, unit),
  constraint account_locked_not_negative check (balance_locked >= 0),
  constraint account_spendable_not_negative check (balance >= balance_locked)
);

-- The flow log (LG-5). A row is never changed; corrections are reversals (LG-8).
create table flow (
  id bigint generated always as identity,
  transfer text not null,
  leg text not null,
  account text not null,
  unit text not null check (unit in ('pt_thb', 'ft_thb')),
  flow_type text not null check (flow_type in ('in', 'out', 'lock')),
  flow_event text not null check (flow_event in ('shipping', 'topup', 'refund', 'withdrawal')),
  related_id text not null,
  value bigint not null,
  vat bigint not null default 0,
  net_value bigint not null,
  balance_after bigint,
  locked_after bigint,
  at timestamptz not null,
  primary key (flow_event, related_id, leg), -- LG-7
  constraint flow_value_positive check (value > 0 or (flow_type = 'lock' and value < 0)),
  constraint flow_net check (net_value = value - vat and vat >= 0)
);
comment on table flow is 'append-only';
-- platform accounts are never read as a statement, so only customers' flows are indexed
create index flow_statement on flow (account, id) where account like 'join-%';

create trigger flow_append_only before update or delete or truncate on flow
  for each statement execute function kit.refuse_change();

-- LG-1: what one transfer takes out it puts in, per unit. A transfer is always written by one statement.
create function flow_sums_to_zero() returns trigger language plpgsql as $$
declare wrong text;
begin
  select transfer into wrong from written where flow_type <> 'lock'
    group by transfer, unit having sum(case flow_type when 'in' then value else -value end) <> 0 limit 1;
  if wrong is not null then
    raise exception 'transfer % does not sum to zero', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger flow_zero_sum after insert on flow
  referencing new table as written for each statement execute function flow_sums_to_zero();

-- Where each shipping's money stands: a lock ends once, escrow is paid, settled or refunded once.
create table escrow (
  shipping_id text primary key,
  buyer_customer_id text not null,
  gross bigint not null check (gross >= 0),
  locked bigint not null check (locked >= 0 and locked <= gross),
  state text not null check (state in ('open', 'paid', 'released', 'settled', 'refunded')),
  constraint escrow_lock_only_while_open check (locked = 0 or state = 'open')
);

create function escrow_moves_forward() returns trigger language plpgsql as $$
begin
  if not (old.state = 'open' or (old.state = 'paid' and new.state in ('settled', 'refunded')))
    or new.buyer_customer_id <> old.buyer_customer_id or (new.gross <> old.gross and old.gross <> 0) then
    raise exception 'escrow of shipping % cannot go from % to %', old.shipping_id, old.state, new.state
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger escrow_forward before update on escrow
  for each row execute function escrow_moves_forward();

-- The hash chain over posted transfers, in the order of the event log.
create table seal (
  seq bigint primary key,
  txid xid8 not null,
  position bigint not null,
  transfer text not null,
  hash text not null
);
comment on table seal is 'append-only';
create trigger seal_append_only before update or delete or truncate on seal
  for each statement execute function kit.refuse_change();
