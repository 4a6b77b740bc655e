-- Money that is put aside for a purpose, of whatever flow: until now only that of shippings was.
drop trigger escrow_forward on escrow;
drop function escrow_moves_forward();
alter table escrow rename to hold;
alter table hold rename column shipping_id to id;
alter table hold rename column buyer_customer_id to customer_id;
alter table hold rename column gross to amount;
alter table hold rename column locked to held;
alter table hold drop constraint escrow_pkey, drop constraint escrow_state_check;
alter table hold rename constraint escrow_gross_check to hold_amount_check;
alter table hold rename constraint escrow_check to hold_held_check;
alter table hold rename constraint escrow_lock_only_while_open to hold_held_only_while_open;
alter table hold add column flow text not null default 'shipping';
alter table hold alter column flow drop default;
update hold set state = 'captured' where state = 'paid';
alter table hold
  add primary key (flow, id),
  add constraint hold_state_check
    check (state in ('open', 'released', 'captured', 'settled', 'refunded', 'reversed'));

-- A hold ends once, and what was captured moves on once.
create function hold_moves_forward() returns trigger language plpgsql as $$
begin
  if not (old.state, new.state) in (
      ('open', 'open'), ('open', 'captured'), ('open', 'released'),
      ('captured', 'settled'), ('captured', 'refunded'), ('captured', 'reversed'), ('settled', 'reversed'))
    or new.customer_id <> old.customer_id or (new.amount <> old.amount and old.amount <> 0) then
    raise exception 'hold % of % cannot go from % to %', old.id, old.flow, old.state, new.state
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger hold_forward before update on hold
  for each row execute function hold_moves_forward();

-- The batch whose event holds the result of a command (LG-7); null for those that were posted before it was noted.
alter table posting add column batch uuid;

-- Rows are locked before they are decided on.
drop function require_unmoved(bigint, bigint);

alter table seal rename to hash_chain;
alter index seal_pkey rename to hash_chain_pkey;
alter trigger seal_append_only on hash_chain rename to hash_chain_append_only;
update kit.reader set name = 'projection.hash-chain' where name = 'projection.seal';
