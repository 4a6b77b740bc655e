-- Facts are written once and read whole, as the events are.
alter table chain_fact alter column fact type json using fact::text::json;
