-- What somebody offers or has paid, and which wallet.
alter table notification add column terms jsonb;
