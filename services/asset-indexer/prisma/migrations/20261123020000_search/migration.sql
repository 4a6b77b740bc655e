-- What of an order was sold: what is left of it is on sale. Rebuild the replica of orders to fill it in for older ones.
alter table order_replica add column filled numeric(78, 0) not null default 0;

-- AI-17: a text as it is searched for: without regard to case and to Thai tone marks, which are easily mistyped.
create function search_text(given text) returns text
  language sql immutable strict parallel safe
  return translate(lower(given), U&'\0E47\0E48\0E49\0E4A\0E4B\0E4C\0E4D\0E4E', '');

-- AI-17: its pairs of letters. Thai has no spaces between words, and pg_trgm knows no Thai letters in a C locale.
create function search_grams(given text) returns text[]
  language sql immutable strict parallel safe
  return (select coalesce(array_agg(distinct substr(search_text(given), at, 2)), '{}')
    from generate_series(1, length(search_text(given)) - 1) as at
    where substr(search_text(given), at, 2) !~ '\s');

create index asset_by_grams on asset using gin (search_grams(name));
create index activity_sale_of_tx on activity (tx_hash, asset_id) where type = 'sale';
