-- AI-8: what an admin has checked of who made a collection, and since when somebody waits for an answer.
alter table collection
  add column verification text not null default 'none' check (verification in ('none', 'needed', 'verified')),
  add column verification_checks text[] not null default '{}',
  add column verification_evidence text not null default '',
  add column verification_reason text not null default '',
  add column verification_at timestamptz,
  add column verification_asked_at timestamptz,
  add check ((verification = 'verified') = (cardinality(verification_checks) > 0));
create index collection_verification_asked on collection (verification_asked_at) where verification_asked_at is not null;
