-- GW-10: what a repeated call makes has the id that it had the first time; null in rows of before.
alter table kit.request add column work_id text;
