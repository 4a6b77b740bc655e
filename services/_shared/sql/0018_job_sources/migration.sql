-- Who makes a piece of work necessary: a collection, an account. Pieces are claimed in turn, one source after another.
alter table kit.job add column source text not null default '';
create index job_of_source on kit.job (task, source, run_at, id) where claimed_by is null;
