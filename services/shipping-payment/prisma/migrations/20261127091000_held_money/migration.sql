-- SP-18: a card payment of which the provider told only by our order number is named by the transaction that it told of.
-- Each statement may run again.
update topup t set transaction_id = m.transaction_id, started = true
from (
  select distinct on (e.data ->> 'transactionId') substr(e.stream, 7) as id, e.data ->> 'transactionId' as transaction_id
  from kit.event e where e.type = 'TopupMismatched' and e.data ->> 'transactionId' is not null
  order by e.data ->> 'transactionId', e.position) m
where t.id = m.id and t.transaction_id is null
  and not exists (select 1 from topup other where other.transaction_id = m.transaction_id);

update topup set unreturned = true
where not unreturned and transaction_id is not null and refund_status in ('none', 'failed') and exists (
  select 1 from kit.event e where e.stream = 'topup-' || topup.id and e.type = 'MismatchRefused');

-- Purchases hear of what is held of their cards, where that is older than their being told.
insert into kit.job (task, key, payload, context, run_at)
select 'topup.held', id, json_build_object('topupId', id), json_build_object('correlationId', 'topup.held'), now()
from topup where exists (select 1 from kit.event e where e.stream = 'topup-' || topup.id and e.type = 'TopupMismatched')
on conflict (task, key) do nothing;
