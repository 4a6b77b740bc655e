-- What each admin may do, as moderation says (MO-38): judged at every call for admins.
create table kit.admin_grant (
  customer_id text primary key,
  super_admin boolean not null,
  permissions text[] not null,
  -- version of the customer's stream: an older one that comes late changes nothing
  revision integer not null check (revision > 0)
);
