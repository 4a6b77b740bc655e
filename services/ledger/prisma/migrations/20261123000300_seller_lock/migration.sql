-- Holds that take what their customer earns, until they are whole (LG-18): asked for by each batch that pays somebody.
create index hold_lacking on hold (customer_id) where flow = 'seller_lock' and state = 'open' and held < amount;
