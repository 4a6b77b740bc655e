-- ID-13: sign-ins that were asked for on somebody's phone, by whoever knew its number.
create table join_push (
  id text primary key,
  phone_fingerprint bytea not null,
  browser_hash bytea not null,
  opened_at timestamptz not null,
  -- by which Join is asked how it was answered; null: Join was not reached, or has answered
  session_sealed bytea,
  answered_at timestamptz,
  answer text check (answer in ('approved', 'rejected')),
  check ((answer is null) = (answered_at is null))
);
create index join_push_phone on join_push (phone_fingerprint, opened_at);
create index join_push_browser on join_push (browser_hash, opened_at);

alter table join_session
  -- ID-13: what its approval is good for, and of a link or renewal for whose account
  add column purpose text not null default 'sign-in' check (purpose in ('sign-in', 'link', 'renew')),
  add column account_id text,
  add column push_id text;
