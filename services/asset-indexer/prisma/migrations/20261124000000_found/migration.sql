-- AI-17: what is searched for is kept folded and in pairs of letters beside the text, worked out once and not at each search.
drop index asset_by_grams;
alter table asset
  add column found_text text not null generated always as (search_text(name)) stored,
  add column found_grams text[] not null generated always as (search_grams(name)) stored;
alter table collection
  add column found_text text not null generated always as (search_text(name || ' ' || slug)) stored,
  add column found_grams text[] not null generated always as (search_grams(name || ' ' || slug)) stored;
alter table trait
  add column found_text text not null generated always as (search_text(value)) stored,
  add column found_grams text[] not null generated always as (search_grams(value)) stored;
create index asset_by_grams on asset using gin (found_grams);
create index collection_by_grams on collection using gin (found_grams);
create index trait_by_grams on trait using gin (found_grams);

-- The words of a text, without those that have digits: numbers aren't mistyped words of others. Thai that is written
-- together is one word.
create function search_words(given text) returns setof text
  language sql immutable strict parallel safe
  as $$
    select word from regexp_split_to_table(search_text(given), '[\s!-/:-@\[-`{-~·–—]+') as word
    where length(word) between 3 and 40 and word !~ '[0-9๐-๙]'
  $$;

-- All words that stand anywhere: what is mistyped is looked for here, among thousands, and not in every text. A word whose
-- last text has gone stays; it finds nothing.
create table search_word (
  word text primary key,
  grams text[] not null generated always as (search_grams(word)) stored
);
create index search_word_by_grams on search_word using gin (grams);

create function note_words(given text[]) returns void
  language sql
  as $$
    insert into search_word (word)
    select distinct word from unnest(given) as text, search_words(text) as word order by word
    on conflict do nothing
  $$;

-- Whoever writes a text needn't remember it. In one statement, in the order of words: two can't wait for each other.
create function note_added_names() returns trigger language plpgsql as $$
  begin
    perform note_words(array(select distinct name from added where name <> ''));
    return null;
  end $$;
create function note_added_collections() returns trigger language plpgsql as $$
  begin
    perform note_words(array(select distinct name || ' ' || slug from added));
    return null;
  end $$;
create function note_added_values() returns trigger language plpgsql as $$
  begin
    perform note_words(array(select distinct value from added));
    return null;
  end $$;
create function note_name() returns trigger language plpgsql as $$
  begin
    perform note_words(array[new.name]);
    return null;
  end $$;
create trigger asset_words after insert on asset
  referencing new table as added for each statement execute function note_added_names();
create trigger collection_words after insert on collection
  referencing new table as added for each statement execute function note_added_collections();
create trigger trait_words after insert on trait
  referencing new table as added for each statement execute function note_added_values();
create trigger asset_renamed after update of name on asset
  for each row when (old.name <> new.name) execute function note_name();
create trigger collection_renamed after update of name on collection
  for each row when (old.name <> new.name) execute function note_name();

select note_words(array(select name from asset union select name || ' ' || slug from collection union select value from trait));
