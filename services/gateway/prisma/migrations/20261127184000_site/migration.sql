-- The tables of the sites; the log and the jobs are the kit's.

-- A row a stream `site-<id>`. The main site has none until it is first changed.
create table site (
  id text primary key check (id ~ '^(main|[0-9a-f]{24})$'),
  slug text not null constraint site_slug_once unique check (slug ~ '^[a-z0-9_]{2,40}$'),
  version integer not null check (version > 0)
);

-- GW-4, GW-6: where sites are found. A host is of one site, and each app of a site has one primary host.
create table site_host (
  domain text constraint site_host_once primary key check (domain = lower(domain) and domain !~ '[:/ ]'),
  site_id text not null references site (id),
  is_admin_site boolean not null,
  is_primary boolean not null
);
create unique index site_host_one_primary on site_host (site_id, is_admin_site) where is_primary;

-- What visitors see: `site`, and the documents that are published. `n` grows in the order of the commits, by the row of
-- `site_count` that each writer holds: who has read up to one reads what came after it.
create table site_count (n bigint not null);
insert into site_count values (0);
create unique index site_count_one on site_count ((true));
create table site_part (
  site_id text not null,
  part text not null,
  content jsonb not null,
  n bigint not null,
  primary key (site_id, part)
);
create index site_part_n on site_part (n);
