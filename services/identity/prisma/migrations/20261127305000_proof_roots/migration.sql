-- ID-29: an approval of Join for a link counts for the session that asked for it; null: begun before this was noted, or no link.
alter table join_session add column session_id text references session on delete cascade;
create index join_session_account on join_session (account_id) where account_id is not null;
create index join_session_session on join_session (session_id) where session_id is not null;

-- ID-31: the way in by which a passkey came to the account: it goes with that way. Null: not noted then.
alter table passkey add column added_by text;
-- The same of a session that a passkey began.
alter table session add column through text;
