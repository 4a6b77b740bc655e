-- ID-30: a linked wallet takes one of five places of its account.
alter table identity_link add column place smallint check (place between 1 and 5);
update identity_link l set place = n.place
from (
  select id, row_number() over (partition by account_id order by created_at, id) as place
  from identity_link where identity_provider = 'web3') n
where n.id = l.id;
alter table identity_link add constraint identity_link_place unique (account_id, place);

-- ID-32: a wallet that was unlinked is nobody's, and kept from other accounts until then; null: it is linked.
alter table wallet add column held_until timestamptz;
create index wallet_held on wallet (held_until) where held_until is not null;
