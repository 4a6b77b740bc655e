-- The key of each command that was posted, for ever, with the hash of its body (LG-7).
create table posting (
  key text primary key,
  body_hash bytea not null
);
comment on table posting is 'append-only';
create trigger posting_append_only before update or delete or truncate on posting
  for each statement execute function kit.refuse_change();

-- until now the key was the stream of the command's events
insert into posting (key, body_hash)
  select substr(stream, length('transfer-') + 1), decode(meta->>'bodyHash', 'hex') from kit.event
  where stream like 'transfer-%' and version = 1;

-- A link now covers all transfers of an event: `seq` counts the transfers up to and with it.
alter table seal drop column transfer;
