-- What a reorganisation deeper than the confirmations has left for a person to decide; null: nothing.
alter table shipping add column incident text check (incident in ('delivery_lost', 'delivered_after_refund'));
create index shipping_incident on shipping (id) where incident is not null;
