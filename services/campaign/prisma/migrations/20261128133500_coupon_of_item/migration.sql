-- CA-67: a code of an item is looked for without knowing of which of its tokens: by the key, all of the item's were read.
create index coupon_token_code_of_item on coupon_token_code (item_id, code);
