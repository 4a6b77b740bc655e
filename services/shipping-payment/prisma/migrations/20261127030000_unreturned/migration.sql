-- SP-18: a card was charged otherwise than asked, an admin has refused it, and its money has not gone back yet.
alter table topup add column unreturned boolean not null default false;
update topup set unreturned = true
where transaction_id is not null and refund_status in ('none', 'failed') and exists (
  select 1 from kit.event e where e.stream = 'topup-' || topup.id and e.type = 'MismatchRefused');
create index topup_unreturned on topup (opened_at) where unreturned;
