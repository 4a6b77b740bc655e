-- Whose a deleted collection or item was: who deleted it may ask again, and gets the answer that was lost.
create table virtual_deleted (
  id text primary key,
  project_id text not null
);
