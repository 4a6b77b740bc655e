-- Issuers of whom something was sold while it was theirs: they are kept when they are removed (MO-32).
create table issuer_sale (
  issuer_id text primary key,
  at timestamptz not null
);
