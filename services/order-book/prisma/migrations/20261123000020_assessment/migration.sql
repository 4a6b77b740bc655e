-- Who has passed which assessment (OB-36); without a customer: from which version on passes count.
create table assessment_replica (
  content_key text not null,
  customer_id text not null,
  questions_version integer not null,
  revision integer not null,
  primary key (content_key, customer_id)
);
