-- Everybody who is or was an admin (MO-38): a read model of the streams `permission-<customer id>`.
create table admin (
  customer_id text primary key,
  super_admin boolean not null,
  permissions text[] not null,
  version integer not null check (version > 0),
  changed_by text not null,
  changed_at timestamptz not null,
  note text not null
);

-- What admins and operators did, in one chain (GW-27). Every column but `hash` is part of the hash; times have no more
-- than milliseconds, as what is hashed has none.
create table audit_line (
  seq bigint primary key check (seq > 0),
  id text not null unique,
  service text not null,
  who text not null,
  action text not null,
  target_kind text not null,
  target_id text not null,
  before_hash text,
  after_hash text,
  note text not null,
  request_id text not null,
  at timestamptz(3) not null,
  hash text not null
);
comment on table audit_line is 'append-only';

create trigger audit_line_append_only before update or delete or truncate on audit_line
  for each statement execute function kit.refuse_change();

create index audit_line_who on audit_line (who, seq);
create index audit_line_action on audit_line (action, seq);
create index audit_line_target on audit_line (target_id, seq);
create index audit_line_at on audit_line (at);

-- How many lines there are and the hash of the last: one that is cut off is missed.
create table audit_head (
  one boolean primary key default true check (one),
  count bigint not null check (count >= 0),
  hash text not null
);
insert into audit_head (count, hash) values (0, repeat('0', 64));

create function audit_head_moves() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or new.count <> old.count + 1 then
    raise exception 'audit_head moves on by one line at a time' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger audit_head_moves before update or delete on audit_head
  for each row execute function audit_head_moves();
