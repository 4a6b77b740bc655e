-- The bank has sent back what was paid out; the customer has the money again.
alter table withdrawal add column returned boolean not null default false;
