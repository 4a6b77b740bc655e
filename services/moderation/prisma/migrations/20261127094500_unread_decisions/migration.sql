-- Decisions are kept once by the call that made them, in the log: nothing reads this any more.
drop table if exists flag_decision;
