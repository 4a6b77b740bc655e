-- What is known of the sites: a replica of `gateway.site.v1`. The main site has a row once somebody has changed it.
create table site_replica (
  site_id text primary key,
  domains text[] not null,
  admin_domains text[] not null,
  offers boolean not null,
  revision integer not null
);
