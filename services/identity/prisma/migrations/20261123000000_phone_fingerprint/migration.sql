-- ID-42: support finds a person by phone, though the phone itself lies sealed: HMAC-SHA256 of it in E.164. Filled at the
-- next sign-in of those who were here before.
alter table personal_data add column phone_fingerprint bytea;
create index personal_data_phone on personal_data (phone_fingerprint) where phone_fingerprint is not null;
