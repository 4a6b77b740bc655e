-- MO-9: what the reports of a case's round say, a bit for each kind of reporter with each classification: the queue is
-- narrowed and counted without a look at the reports.
alter table flag_case add column reported_as integer not null default 0;
update flag_case c set reported_as = coalesce((
  select bit_or(1 << (3 * array_position(array['user', 'bot', 'admin'], r.kind)
    + array_position(array['inappropriate', 'spam', 'other'], r.classification) - 4))
  from flag_report r where r.case_id = c.id and r.round = c.round), 0);

create index flag_case_reported_as on flag_case (resolution, reported_as);
drop index flag_report_of_open;
