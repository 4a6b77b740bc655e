-- What all customers have at the end of each local day that is written (LG-13): the day's change upon the day before, so
-- that the total of a report never looks at every customer (LG-14).
create table snapshot_total (
  timezone smallint not null,
  date_key date not null,
  unit text not null check (unit in ('pt_thb', 'ft_thb')),
  customers integer not null,
  balance bigint not null,
  balance_locked bigint not null,
  primary key (timezone, date_key, unit)
);

insert into snapshot_total (timezone, date_key, unit, customers, balance, balance_locked)
select d.timezone, d.date_key, u.unit, coalesce(sum(c.fresh) over so_far, 0), coalesce(sum(c.balance) over so_far, 0),
  coalesce(sum(c.locked) over so_far, 0)
from snapshot_day d cross join (values ('pt_thb'), ('ft_thb')) u (unit)
left join (
  select timezone, date_key, unit, count(*) filter (where before is null) as fresh,
    sum(balance - coalesce(before, 0)) as balance, sum(balance_locked - coalesce(locked_before, 0)) as locked
  from (
    select *, lag(balance) over one as before, lag(balance_locked) over one as locked_before
    from balance_snapshot where account like 'join-%'
    window one as (partition by account, unit, timezone order by date_key)) changes
  group by timezone, date_key, unit) c using (timezone, date_key, unit)
window so_far as (partition by d.timezone, u.unit order by d.date_key);
