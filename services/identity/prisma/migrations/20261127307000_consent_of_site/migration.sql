-- ID-42: consent to a page that a site has written itself names the site, the language and the revision of it; both are
-- empty of the market's own wording, which is named by its day.
alter table consent alter column version type text using to_char(version, 'YYYY-MM-DD');
alter table consent add column site text not null default '', add column language text not null default '',
  add check ((site = '') = (language = '')),
  drop constraint consent_pkey,
  add primary key (account_id, text, site, language, version);
create table site_page_replica (
  site_id text not null,
  page text not null,
  language text not null,
  revision integer not null,
  primary key (site_id, page, language)
);
