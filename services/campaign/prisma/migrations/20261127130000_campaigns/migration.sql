-- CA-10 to CA-16: a row a stream `campaign-<id>`; what it has given is counted elsewhere.
create table campaign (
  id text primary key,
  project_id text not null,
  slug text not null,
  name text not null,
  description text not null,
  paused boolean not null,
  ended boolean not null,
  internal boolean not null,
  public boolean not null,
  automint_config jsonb not null,
  -- CA-11: null is without a limit
  limit_global integer check (limit_global > 0),
  limit_per_user integer check (limit_per_user > 0),
  -- CA-12: seconds
  limit_per_user_cooldown integer check (limit_per_user_cooldown > 0),
  token_reuse text not null check (token_reuse in ('never', 'window', 'always')),
  assets jsonb not null,
  metadata jsonb not null,
  -- CA-14: the smallest id of those that it is linked with, its own where it is alone
  group_id text not null,
  -- CA-16: what triggers read; version 0: nothing was published yet
  artifacts jsonb not null,
  artifacts_version integer not null check (artifacts_version >= 0),
  -- the version of the model that is saved, and of the one that is live
  model_version integer not null check (model_version >= 0),
  published_model integer not null check (published_model between 0 and model_version),
  -- CA-32: which tokens its live requirements are about: `nft:<chain>/<contract>`, `vcollection:<id>`, `vitem:<id>`
  asks text[] not null,
  archived boolean not null,
  created timestamptz not null,
  updated timestamptz not null
);
create index campaign_by_project on campaign (project_id, created desc, id desc);
create index campaign_by_group on campaign (group_id, id);
create index campaign_asks on campaign using gin (asks) where public and not internal and not archived;

-- CA-16: the model of a campaign as it was saved last, which is a draft until it is published.
create table campaign_model (
  campaign_id text primary key references campaign (id) on delete cascade,
  version integer not null check (version > 0),
  model jsonb not null,
  updated timestamptz not null
);
