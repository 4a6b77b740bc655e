-- CA-27: of wallets that a contract proved, the id of its chain, by address; a wallet that is not in it counts on every chain.
alter table account_replica add column proved_on jsonb not null default '{}';
