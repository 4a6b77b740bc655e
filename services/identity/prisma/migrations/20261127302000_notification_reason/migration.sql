-- Why something was suspended, as its seller or maker is told.
alter table notification add column reason text;
