-- Nobody tells identity why: who decided is asked for it where the money is shown.
alter table notification drop column reason;
