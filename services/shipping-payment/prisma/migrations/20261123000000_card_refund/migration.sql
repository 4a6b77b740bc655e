-- What admins look for.
alter table topup
  add column unknown_status integer,
  add column refund_status text not null default 'none',
  add column updated_at timestamptz;
update topup set updated_at = coalesce((select max(at) from kit.event where stream = 'topup-' || topup.id), opened_at);
alter table topup alter column updated_at set not null;
create index topup_held on topup (opened_at) where mismatch;
create index topup_unknown on topup (opened_at) where unknown_status is not null;
create index topup_customer on topup (customer_id, opened_at desc);
create index topup_recent on topup (opened_at desc, id desc);

alter table shipping
  add column fiat_refund text not null default 'none',
  add column updated_at timestamptz;
update shipping set updated_at = coalesce((select max(at) from kit.event where stream = 'shipping-' || shipping.id), created_at);
alter table shipping alter column updated_at set not null;
create index shipping_recent on shipping (created_at desc, id desc);
create index shipping_changed on shipping (updated_at desc, id desc);
create index shipping_order on shipping (order_hash, created_at desc);

-- SP-26: one row an attempt to give a card its money back; of one card payment at most one is under way or done.
create table card_refund (
  id text primary key,
  topup_id text not null references topup (id),
  shipping_id text not null,
  customer_id text not null,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('refunding', 'refunded', 'failed')),
  -- the card has its money back and the ledger refused to take the points
  not_posted boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index card_refund_once on card_refund (topup_id) where status in ('refunding', 'refunded');
create index card_refund_recent on card_refund (created_at desc, id desc);
create index card_refund_of on card_refund (topup_id, created_at);
create index card_refund_shipping on card_refund (shipping_id);

-- Every time that the provider was asked, and what it said: a line of a purchase's timeline.
create table topup_inquiry (
  id bigint generated always as identity primary key,
  topup_id text not null,
  kind text not null check (kind in ('payment', 'details', 'void', 'refund')),
  outcome text not null,
  at timestamptz not null
);
create index topup_inquiry_of on topup_inquiry (topup_id, id);

-- SP-17: rightly signed callbacks about orders that nobody here knows: kept, answered 200, and for a person to look at.
create table stray_callback (
  provider text not null,
  transaction_id text not null,
  order_no text not null,
  payment_status integer not null,
  received_at timestamptz not null,
  primary key (provider, transaction_id)
);

-- SP-1: what a reorganisation takes back before the seller was credited is failed and reversed; the ledger may refuse.
alter table shipping drop constraint shipping_incident_check, add constraint shipping_incident_check
  check (incident in ('delivery_lost', 'delivered_after_refund', 'settlement_refused', 'refund_refused', 'release_refused',
    'reversal_refused'));
