-- CA-71, CA-77: what holds of a whole pool of codes. Its counters are written only while it has a limit or a rest (`counted`),
-- so that redeemers of a pool without either share no row; what else was used, its codes say.
create table coupon_pool_setting (
  id text primary key,
  space_id text not null,
  pool_name text not null,
  description text not null,
  meta_timer jsonb not null,
  counted boolean not null,
  use_count bigint not null default 0,
  -- the limit that the last use was held against: whatever went wrong before, the counter is not beyond it (CA-74)
  most bigint,
  last_used timestamptz,
  created timestamptz not null,
  updated timestamptz not null,
  constraint coupon_pool_setting_once unique (space_id, pool_name),
  constraint coupon_pool_setting_used check (use_count >= 0 and (most is null or use_count <= most))
);

-- CA-68, CA-75: the codes of pools.
create table coupon_code (
  id text primary key,
  -- the oldest free one is assigned
  seq bigint generated always as identity,
  space_id text not null,
  pool_name text not null,
  code text not null check (code ~ '^[ -~]{4,64}$' and code = upper(code) and code = btrim(code)),
  description text not null,
  meta_timer jsonb not null,
  -- item id, colon, number of the token whose it is for good
  assigned_to text,
  assigned_at timestamptz,
  -- assigned, or used without: never assigned, changed or deleted from then on (CA-76)
  taken boolean not null default false,
  use_count bigint not null default 0,
  most bigint,
  last_used timestamptz,
  created timestamptz not null,
  updated timestamptz not null,
  constraint coupon_code_once unique (space_id, pool_name, code),
  constraint coupon_code_used check (use_count >= 0 and (most is null or use_count <= most)),
  constraint coupon_code_taken check (taken or assigned_to is null and use_count = 0)
);
create unique index coupon_code_of_token on coupon_code (space_id, pool_name, assigned_to) where assigned_to is not null;
create index coupon_code_free on coupon_code (space_id, pool_name, seq) where not taken;
create index coupon_code_by_pool on coupon_code (space_id, pool_name, seq);

-- CA-67: codes that are no pool's: what is used of each by each token, and those that were made for one.
create table coupon_token_code (
  item_id text not null,
  -- 0: used without saying for which token
  token bigint not null,
  code text not null,
  space_id text not null,
  made boolean not null,
  use_count bigint not null default 0,
  most bigint,
  last_used timestamptz,
  created timestamptz not null,
  primary key (item_id, token, code),
  constraint coupon_token_code_used check (use_count >= 0 and (most is null or use_count <= most))
);
create unique index coupon_token_code_made_once on coupon_token_code (space_id, code) where made;
create unique index coupon_token_code_made_for on coupon_token_code (item_id, token) where made;

-- CA-74: each use once by its key. A pending one holds a place until it is decided or has ended.
create table coupon_use (
  id text primary key,
  space_id text not null,
  use_key text not null constraint coupon_use_once unique,
  pool_name text,
  code_id text references coupon_code (id),
  item_id text,
  token bigint,
  code text not null,
  state text not null check (state in ('pending', 'consumed', 'released')),
  -- of a pending one
  ends timestamptz,
  used_at timestamptz,
  by text not null,
  created timestamptz not null,
  updated timestamptz not null,
  constraint coupon_use_state check ((state = 'pending') = (ends is not null) and (state <> 'consumed' or used_at is not null)),
  constraint coupon_use_of check (code_id is not null or item_id is not null and token is not null)
);
-- what holds a place, and what was used last
create index coupon_use_held_code on coupon_use (code_id, ends) where state = 'pending' and code_id is not null;
create index coupon_use_held_token on coupon_use (item_id, token, code, ends) where state = 'pending' and code_id is null;
create index coupon_use_held_pool on coupon_use (space_id, pool_name, ends) where state = 'pending' and pool_name is not null;
create index coupon_use_last_code on coupon_use (code_id, used_at) where state = 'consumed' and code_id is not null;
create index coupon_use_last_token on coupon_use (item_id, token, code, used_at) where state = 'consumed' and code_id is null;
create index coupon_use_last_pool on coupon_use (space_id, pool_name, used_at) where state = 'consumed' and pool_name is not null;
create index coupon_use_newest on coupon_use (space_id, created desc, id desc);

-- CA-77: whether the payload of a token uses a pool is looked up.
create index holding_with_payload on holding (project_id) where payload is not null;

-- whose a token is, and when it was granted, is looked up for each use
create index if not exists holding_of_token on holding (item_id, item_token_id);
create index if not exists mint_of_token on mint (item_id, item_token_id);
