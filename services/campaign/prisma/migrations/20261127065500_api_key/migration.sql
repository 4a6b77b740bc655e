-- CA-6: a row a stream `api-key-<id>`; of the secret only a hash is kept.
create table api_key (
  id text primary key,
  project_id text not null,
  name text not null,
  prefix text not null,
  digest text not null constraint api_key_digest unique check (digest ~ '^[0-9a-f]{64}$'),
  scopes text[] not null check (cardinality(scopes) > 0),
  limit_per_minute integer not null check (limit_per_minute > 0),
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- written at most once a minute
  last_used_at timestamptz
);
create index api_key_newest on api_key (project_id, created_at desc, id desc);

-- How often each key was used in its last minute; lost with a crash, which costs nobody anything.
create unlogged table api_key_use (
  key_id text primary key,
  minute timestamptz not null,
  used integer not null
);
