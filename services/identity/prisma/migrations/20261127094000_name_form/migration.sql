-- ID-42: names from before two sara e were sara ae are known by that form too; of two that are one now the second stays as it
-- is. It may run again.
update display_name n set folded = f.form
from (
  select distinct on (form) account_id, form
  from (select account_id, changed_at, replace(folded, U&'\0E40\0E40', U&'\0E41') as form from display_name
    where folded like U&'%\0E40\0E40%') odd
  order by form, changed_at, account_id) f
where n.account_id = f.account_id and not exists (select from display_name where folded = f.form);
