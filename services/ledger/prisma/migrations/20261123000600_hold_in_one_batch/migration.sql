-- A batch writes a hold once, as its last command leaves it: what is captured and settled in one batch goes from open to
-- settled.
create or replace function hold_moves_forward() returns trigger language plpgsql as $$
begin
  if not (old.state = 'open' or (old.state, new.state) in (
      ('captured', 'settled'), ('captured', 'refunded'), ('captured', 'reversed'), ('settled', 'reversed')))
    or new.customer_id <> old.customer_id or (new.amount <> old.amount and old.amount <> 0) then
    raise exception 'hold % of % cannot go from % to %', old.id, old.flow, old.state, new.state
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
