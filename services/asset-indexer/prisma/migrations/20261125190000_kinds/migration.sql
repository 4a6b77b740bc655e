-- AI-18: what is rare among mints and transfers, by kind and time.
create index activity_of_kind on activity (type, at desc, block_number desc nulls last, log_index desc nulls last, id)
  where type in ('burn', 'list', 'offer', 'cancel', 'sale');
