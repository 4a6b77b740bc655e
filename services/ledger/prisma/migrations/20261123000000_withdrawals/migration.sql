-- A customer's withdrawals, newest first (LG-12): one flow of each, the one that first held its money.
create index flow_withdrawals on flow (account, id) where leg = 'withdrawal.hold.1';
