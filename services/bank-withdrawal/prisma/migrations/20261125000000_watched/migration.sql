-- What waits for a person is counted each minute.
create index withdrawal_incident on withdrawal (id) where incident is not null;
create index withdrawal_overdue on withdrawal (id) where overdue;
create index bank_request_overdue on bank_request (id) where overdue;
