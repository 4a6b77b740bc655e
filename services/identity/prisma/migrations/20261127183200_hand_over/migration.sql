-- ID-8: one site of ours takes over a session of another. Of both ids only what is kept of a secret; the second is made when
-- the person agrees, so that who began it for somebody else never learns it.
create table hand_over (
  request_hash bytea primary key,
  -- of the cookie of the browser that began
  browser_hash bytea not null,
  redirect_url text not null,
  expires_at timestamptz not null,
  -- once the person has agreed
  taking_hash bytea unique,
  session_id text references session on delete cascade,
  check ((taking_hash is null) = (session_id is null))
);
create index hand_over_ends on hand_over (expires_at);
