-- The ledger can refuse what is due, too: that is as much for a person to decide as what a reorganisation leaves.
alter table shipping drop constraint shipping_incident_check, add constraint shipping_incident_check
  check (incident in ('delivery_lost', 'delivered_after_refund', 'settlement_refused', 'refund_refused', 'release_refused'));
