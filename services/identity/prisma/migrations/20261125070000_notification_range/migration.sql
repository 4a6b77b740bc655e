-- MO-7: which tokens something is about, where they are more than one.
alter table notification add column range jsonb;
