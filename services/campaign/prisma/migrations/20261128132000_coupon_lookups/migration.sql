-- CA-42: whether codes of a token were used is looked up whichever pool they are of, so the token comes first.
create unique index coupon_code_by_token on coupon_code (space_id, assigned_to, pool_name) where assigned_to is not null;
drop index coupon_code_of_token;
