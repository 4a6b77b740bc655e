-- What a contract tells of its collection (ERC-7572) and who owns it (ERC-173), read again from time to time.
alter table collection
  add column description text not null default '',
  add column creator text,
  add column about_due timestamptz not null default '-infinity',
  add column about_tries int not null default 0;
create index collection_about_due on collection (about_due);
