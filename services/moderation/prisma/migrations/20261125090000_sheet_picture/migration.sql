-- MO-15: bits of a perceptual hash in fourteen bands, each a number of its own: bit 93 × n of it (of 256) is in band n of 14,
-- so that those of a band lie far from each other in the picture. As `bandsOf` in src/bot/bands.ts.
create function picture_bands(picture bit(256)) returns int[] language sql immutable strict parallel safe as $$
  select array_agg(band * 524288 + bits order by band) from (
    select band, sum(get_bit(picture, ((band + 14 * place) * 93) % 256) << place)::int as bits
    from generate_series(0, 13) band, generate_series(0, 18) place where band + 14 * place < 256 group by band) of
$$;

-- MO-15: which pictures the assets of a contract have, each once, to be found by what is near to them.
create table sheet_picture (
  sheet_id text not null,
  picture bit(256) not null,
  bands int[] not null generated always as (picture_bands(picture)) stored,
  primary key (sheet_id, picture)
);
create index sheet_picture_bands on sheet_picture using gin (bands);

-- MO-15: pictures that have one of these numbers, and differ in so many bits at most. How few have one, statistics don't
-- know: without the setting all would be read, and thousands of numbers looked for in each.
create function pictures_near(asked bit(256), keys int[], most int)
  returns table (sheet_id text, picture bit(256), distance int) language sql stable set enable_seqscan = off as $$
  select p.sheet_id, p.picture, bit_count(p.picture # asked)::int from sheet_picture p
  where p.bands && keys and bit_count(p.picture # asked) <= most
$$;

insert into sheet_picture (sheet_id, picture)
select distinct sheet_id, picture from asset_reading where picture is not null;

drop index asset_reading_sheet;
create index asset_reading_picture on asset_reading (sheet_id, picture) where picture is not null;
