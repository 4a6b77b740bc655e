-- ID-42: names that look alike letter by letter are one name; null: a name from before, filled as the service starts
alter table display_name
  add column looks text constraint display_name_looks_taken unique;
