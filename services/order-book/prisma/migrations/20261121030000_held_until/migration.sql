-- SP-5: an unpaid shipping keeps others off an order for a while only, and they are told for how long. What was heard
-- before this column is held until its next change, as before.
alter table shipping add column held_until timestamptz;
