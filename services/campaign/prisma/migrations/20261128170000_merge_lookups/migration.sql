-- ID-35: a merge asks for all uses and counters of an account, while nobody decides in its projects.
create index token_use_of_account on token_use (account_id);
create index token_use_of_holder on token_use (holder) where holder <> '';
create index campaign_account_count_of_account on campaign_account_count (account_id);
