-- What is asked (MO-20): the rows of the streams `assessment-content-<key>`. They hold the right answers.
create table assessment_content (
  content_key text primary key check (content_key in ('new_issuer', 'new_seller', 'new_buyer')),
  content_id text not null unique,
  version integer not null check (version > 0),
  draft jsonb,
  published jsonb,
  questions_version integer not null default 0 check (questions_version >= 0),
  counts_from integer not null default 0 check (counts_from between 0 and questions_version),
  check ((published is null) = (questions_version = 0))
);

-- What a customer is asked now (MO-21): with the right answers, as they were when it was made.
create table assessment_session (
  customer_id text not null,
  content_key text not null,
  content_id text not null,
  questions_version integer not null,
  language text not null,
  education jsonb not null,
  issued jsonb not null,
  pass_percentage numeric not null,
  expires_at timestamptz not null,
  primary key (customer_id, content_key)
);

-- Which variations a customer was asked already (MO-21).
create table assessment_seen (
  customer_id text not null,
  content_key text not null,
  question_id text not null,
  variation integer not null,
  primary key (customer_id, content_key, question_id, variation)
);

-- What was answered, and how it was graded: evidence that nobody computes again (MO-26).
create table assessment_submission (
  id text primary key,
  customer_id text not null,
  content_key text not null,
  questions_version integer not null,
  language text not null,
  score integer not null check (score between 0 and total),
  total integer not null check (total > 0),
  percentage numeric not null,
  passed boolean not null,
  replay jsonb not null,
  at timestamptz not null
);
create index assessment_submission_customer on assessment_submission (customer_id, at);
create index assessment_submission_at on assessment_submission (at, id);

-- Who has passed what: the rows of the streams `assessment-<key>:<customer id>`.
create table assessment_pass (
  customer_id text not null,
  content_key text not null,
  questions_version integer not null check (questions_version > 0),
  passed_at timestamptz not null,
  submission_id text,
  primary key (customer_id, content_key)
);
