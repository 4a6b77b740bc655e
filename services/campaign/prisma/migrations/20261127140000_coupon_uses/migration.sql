-- What was used of one code is looked for by who is asked about it.
create index coupon_use_of_code on coupon_use (space_id, code, created desc);
