-- What a person chose to be called by others. Names that look the same are the same: `folded` has no case, spaces,
-- punctuation or Thai tone marks.
create table display_name (
  account_id text primary key references account,
  name text not null check (length(name) between 2 and 30),
  folded text not null constraint display_name_taken unique check (folded <> ''),
  changed_at timestamptz not null
);
