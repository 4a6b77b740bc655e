-- AI-1: tokens whose metadata may have changed, and new ones that came by the hundred, until the job `collection.notices`
-- has asked for each. The scan adds a row for each contract and range of blocks; the job makes one of them.
create table metadata_notice (
  id bigint generated always as identity primary key,
  contract text not null,
  tokens nummultirange not null,
  -- the block that declares their metadata permanent
  permanent_block bigint
);
create index metadata_notice_of_contract on metadata_notice (contract);
