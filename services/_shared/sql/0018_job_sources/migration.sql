-- Who makes a piece of work necessary: a collection, an account. Pieces are claimed in turn, one source after another.
alter table kit.job add column source text not null default '';
-- By another word for null than job_due has: no plan may look for a source's oldest piece among those of all sources.
create index job_of_source on kit.job (task, source, run_at, id) where num_nulls(claimed_by) = 1;
