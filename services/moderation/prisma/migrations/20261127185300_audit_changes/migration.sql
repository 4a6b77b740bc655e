-- GW-27: in what a decision changed something; null: nothing, or of a line from before this was kept.
alter table audit_line add column changes jsonb;
