-- The closing balance of each account on each local day on which it moved (LG-13). A day without a row closed as the one
-- before it. Accounts of the platform have rows too: what all accounts come to at any time is never a scan of all flows.
create table balance_snapshot (
  account text not null,
  unit text not null check (unit in ('pt_thb', 'ft_thb')),
  timezone smallint not null,
  date_key date not null,
  balance bigint not null,
  balance_locked bigint not null,
  primary key (account, unit, timezone, date_key)
);

-- The days that are written, one after another.
create table snapshot_day (
  timezone smallint not null,
  date_key date not null,
  accounts integer not null,
  written_at timestamptz not null default now(),
  primary key (timezone, date_key)
);
