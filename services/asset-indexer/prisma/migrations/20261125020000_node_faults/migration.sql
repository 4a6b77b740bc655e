-- AI-4: behind: the node has less of the chain than was read; incomplete: it leaves out logs.
alter table scan_fault drop constraint scan_fault_kind_check;
alter table scan_fault add constraint scan_fault_kind_check
  check (kind in ('limited', 'away', 'wrong_chain', 'behind', 'incomplete', 'other'));
