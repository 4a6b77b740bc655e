-- The transaction, with its epoch, that last wrote an account: one that began writing before it, and had to wait for the
-- account, would stand before it in the log and tell an older balance after a newer one. It is run again instead.
alter table account add column txid xid8 not null default '0';
