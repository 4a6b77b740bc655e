-- What the staff wrote to somebody, sealed: it is in no event, and goes with the row.
alter table notification add column sealed_text bytea;
