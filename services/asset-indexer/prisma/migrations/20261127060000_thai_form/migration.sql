-- AI-17: one normal form of Thai. Marks are left out first, so that a tone mark may stand on either side of nikhahit; then
-- nikhahit with aa is sara am, and two sara e are sara ae.
create or replace function search_text(given text) returns text
  language sql immutable strict parallel safe
  return translate(
    replace(replace(translate(lower(given), U&'\0E47\0E48\0E49\0E4A\0E4B\0E4C\0E4E', ''),
      U&'\0E4D\0E32', U&'\0E33'), U&'\0E40\0E40', U&'\0E41'),
    U&'\0E4D', '');

-- Only texts that have another form now are worked out again: what is kept beside a text follows from it.
update asset set name = name where name like U&'%\0E4D%' or name like U&'%\0E40\0E40%';
update collection set name = name
  where name || ' ' || slug like U&'%\0E4D%' or name || ' ' || slug like U&'%\0E40\0E40%';
update trait set value = value where value like U&'%\0E4D%' or value like U&'%\0E40\0E40%';
insert into search_word (word)
  select distinct word from (
    select name as text from asset union all select name || ' ' || slug from collection union all select value from trait
  ) t, search_words(t.text) as word
  where t.text like U&'%\0E4D%' or t.text like U&'%\0E40\0E40%'
  on conflict do nothing;
