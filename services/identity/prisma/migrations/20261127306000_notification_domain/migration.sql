-- GW-4: the host of a site whose proof is missing, of what admins are told.
alter table notification add column domain text;
