-- Events are written once and read whole: kept as the text that they came as, they are neither taken apart nor put
-- together again, which is the greater part of what a large one costs.
alter table kit.event alter column data type json using data::text::json, alter column meta type json using meta::text::json;
