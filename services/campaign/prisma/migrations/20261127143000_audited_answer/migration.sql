-- What was answered to a decision about rows: who asks again under its key gets the same, whatever was decided since.
create table audited_answer (
  attempt_id text primary key,
  answer jsonb not null
);
