-- AI-11, AI-13: one normal form of Thai for keys and values of traits too, as fold.ts has it. Each statement may run again.
create or replace function pg_temp.thai_form(folded text) returns text language sql immutable as $$
  select regexp_replace(regexp_replace(replace(folded, U&'\0E40\0E40', U&'\0E41'),
    U&'\0E4D([\0E47-\0E4C\0E4E]*)\0E32', U&'\\1\0E33', 'g'), U&'\0E33([\0E48-\0E4B]+)', U&'\\1\0E33', 'g') $$;

create temporary table odd on commit drop as
  select asset_id, position, collection_id, key_folded, value_folded,
    pg_temp.thai_form(key_folded) as key_form, pg_temp.thai_form(value_folded) as value_form
  from attribute
  where key_folded || value_folded ~ U&'\0E4D|\0E40\0E40|\0E33[\0E48-\0E4B]';

update attribute a set key_folded = o.key_form, value_folded = o.value_form
from odd o where a.asset_id = o.asset_id and a.position = o.position;

-- What was counted apart is counted together; who counts at the same time begins anew.
update collection set traits_version = traits_version + 1 where id in (select collection_id from odd);
delete from trait t using odd o
where (t.collection_id, t.key_folded, t.value_folded) in (
  (o.collection_id, o.key_folded, o.value_folded), (o.collection_id, o.key_form, o.value_form));
insert into trait (collection_id, key_folded, value_folded, key, value, original, number, count)
select t.collection_id, t.key_folded, t.value_folded, min(t.key), min(t.value), min(coalesce(t.original, t.value)),
  min(t.number), count(distinct t.asset_id)
from attribute t join asset a on a.id = t.asset_id and a.supply > 0
where (t.collection_id, t.key_folded, t.value_folded) in (select collection_id, key_form, value_form from odd)
group by t.collection_id, t.key_folded, t.value_folded
on conflict do nothing;
drop table odd;
