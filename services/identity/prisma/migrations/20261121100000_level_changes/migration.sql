-- When the level last changed: tokens made before then must not be believed (ID-4).
alter table account add column kyc_changed_at timestamptz;
create index account_kyc_changed on account (kyc_changed_at) where kyc_changed_at is not null;
