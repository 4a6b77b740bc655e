-- What makers wrote of a trait, where it is read otherwise (AI-10); null: it is the value itself.
alter table attribute add column original text;
alter table trait add column original text;
