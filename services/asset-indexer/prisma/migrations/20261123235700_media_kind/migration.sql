-- AI-21: a video or a sound that metadata names beside the picture, or in its place.
alter table asset
  -- what metadata names besides the picture
  add column animation_source text,
  -- the one of both that is a medium; null: neither, or not looked at yet
  add column media_source text,
  -- of what kind it is (platform: media types)
  add column media_type smallint,
  add constraint asset_media check ((media_source is null) = (media_type is null));
