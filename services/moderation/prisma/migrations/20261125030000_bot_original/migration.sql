-- MO-15: contracts whose names and pictures are those of an issuer or of a verified collection, and how far what was read
-- before they became so has been compared with them.
create table bot_original (
  sheet_id text primary key,
  -- what is compared with: another one has all of it looked at anew
  fingerprint text not null,
  -- the asset that was looked at last; null: all were
  after text
);
