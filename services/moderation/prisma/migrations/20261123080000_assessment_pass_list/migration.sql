-- Who has passed, newest first.
create index assessment_pass_at on assessment_pass (passed_at, customer_id);
