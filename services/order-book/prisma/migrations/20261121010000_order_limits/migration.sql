-- OB-26: the limits as a constraint of the insert. They come with the row, as they are configuration (OB-27); a row
-- without them is let in nowhere.
alter table order_guard add column limit_of_customer integer, add column limit_of_asset integer,
  add column put_at bigint;

create function order_limits() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('customer:' || new.customer_id, 0));
  if (select count(*) from order_guard where customer_id = new.customer_id and open and display_end >= new.put_at)
      >= coalesce(new.limit_of_customer, 0) then
    raise exception 'customer has too many open orders' using errcode = '23514', constraint = 'order_limit_of_customer';
  end if;
  if (select count(*) from order_guard where customer_id = new.customer_id and open and display_end >= new.put_at
      and contract = new.contract and token_id = new.token_id) >= coalesce(new.limit_of_asset, 0) then
    raise exception 'customer has too many open orders of this asset'
      using errcode = '23514', constraint = 'order_limit_of_asset';
  end if;
  return new;
end $$;
create trigger order_limits before insert on order_guard
  for each row when (new.open) execute function order_limits();
