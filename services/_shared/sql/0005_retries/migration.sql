-- When a parked message is tried again by itself; null: it waits behind another one, or for an operator.
alter table kit.dead_letter add column due_at timestamptz;
create index dead_letter_due on kit.dead_letter (due_at) where resolved_at is null and due_at is not null;
