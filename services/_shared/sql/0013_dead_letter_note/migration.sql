-- Why a dead letter was resolved without being handled: an operator has dropped it.
alter table kit.dead_letter add column note text;
