-- Which wallet sent what somebody is told of.
alter table notification add column sender text;
