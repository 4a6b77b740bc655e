-- CA-3: who is meant by an id at Join, or by its beginning or end.
create index identity_link_join_id on identity_link (lower(external_id) text_pattern_ops)
  where identity_provider = 'join';
create index identity_link_join_id_end on identity_link (reverse(lower(external_id)) text_pattern_ops)
  where identity_provider = 'join';
