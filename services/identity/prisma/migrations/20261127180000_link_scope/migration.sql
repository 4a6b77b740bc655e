-- ID-23: as which client a provider was asked. ID-27: on which chain's contract's word alone a wallet counts; empty: its key
-- signed; null: linked before it was noted.
alter table identity_link add column client_id text;
alter table wallet add column proved_on text;

-- ID-42: what a provider says of a person, a row for each link: an account may have several that say it.
create table link_personal_data (
  link_id text primary key references identity_link on delete cascade,
  -- what the seal holds for: the link; of rows that are older than this table, the account of that time
  sealed_for text not null,
  sealed bytea not null,
  phone_fingerprint bytea,
  updated_at timestamptz not null
);
create index link_personal_data_phone on link_personal_data (phone_fingerprint) where phone_fingerprint is not null;

insert into link_personal_data (link_id, sealed_for, sealed, phone_fingerprint, updated_at)
select l.id, p.account_id, p.sealed, p.phone_fingerprint, p.updated_at
from personal_data p join identity_link l on l.account_id = p.account_id and l.identity_provider = 'join';

-- A process of the release before may still write and erase: what it writes is read again at the next sign-in, what it
-- erases is erased here too.
create function personal_data_erased() returns trigger language plpgsql as $$
begin
  delete from link_personal_data d using identity_link l where l.id = d.link_id and l.account_id = old.account_id;
  return null;
end $$;
create trigger personal_data_erased after delete on personal_data
  for each row execute function personal_data_erased();
