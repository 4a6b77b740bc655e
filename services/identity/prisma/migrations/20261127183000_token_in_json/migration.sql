-- Whether the refresh token was ever told outside of a cookie (ID-10): to LIFF and native callers, who may be told it again.
alter table session add column token_in_json boolean not null default false;
