-- MO-19: of the case afterwards, as the call was answered; null of decisions before this.
alter table flag_decision add column version integer check (version > 0);
