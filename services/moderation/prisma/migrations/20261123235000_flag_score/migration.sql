-- MO-16: what the decided reports of each reporter came to, and the score of each case, kept with every report and decision:
-- the queue is read by an index, however many reports there are.
create table flag_reporter (
  reporter text primary key,
  agreed integer not null check (agreed >= 0),
  ignored integer not null check (ignored >= 0)
);
insert into flag_reporter
select reporter, count(*) filter (where outcome = 'agreed'), count(*) filter (where outcome = 'ignored')
from flag_report where outcome is not null group by reporter;

alter table flag_case add column score double precision not null default 0;
update flag_case c set score = coalesce((
  select sum(case r.kind when 'bot' then 0.5 when 'admin' then 1
    else (coalesce(p.agreed, 0) + 1.0) / (coalesce(p.agreed, 0) + coalesce(p.ignored, 0) + 2) end)
  from flag_report r left join flag_reporter p on p.reporter = r.reporter
  where r.case_id = c.id and r.round = c.round), 0);

create index flag_case_by_score on flag_case (score desc, opened_at, id) where resolution = 'flagged';
create index flag_case_decided on flag_case (resolved_at desc, id) where resolution = 'resolved';
create index flag_report_open on flag_report (reporter) where outcome is null and kind = 'user';
create index flag_report_of_open on flag_report (case_id, round, classification) where outcome is null;
