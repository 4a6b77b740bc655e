-- Ends the statement that calls it when it found fewer rows as they were than it was decided on: it lost a race (LG-9).
create function require_unmoved(unmoved bigint, expected bigint) returns void language plpgsql as $$
begin
  if unmoved <> expected then
    raise exception '% of % rows have moved', expected - unmoved, expected using errcode = 'serialization_failure';
  end if;
end $$;
