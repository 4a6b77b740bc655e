-- AI-27: how often benefits of an asset were used in campaigns.
alter table asset add column utility_usage integer not null default 0 check (utility_usage >= 0);
