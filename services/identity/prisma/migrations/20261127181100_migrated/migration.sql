-- ID-33: the account from which a way in has moved by itself, and when; null: it never has.
alter table identity_link add column migrated_account_id text references account, add column migrated_on timestamptz;
