-- What others may know of a stream after an event lies beside the event: to publish it, nothing else has to be read.
alter table kit.event add column view json;
