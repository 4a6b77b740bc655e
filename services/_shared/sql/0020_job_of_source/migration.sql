-- By another word for null than job_due has: no plan may look for a source's oldest piece among those of all sources.
drop index kit.job_of_source;
create index job_of_source on kit.job (task, source, run_at, id) where num_nulls(claimed_by) = 1;
