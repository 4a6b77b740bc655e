-- SP-17: what an operator has settled with the payer stays, with who did it and what was done.
alter table stray_callback
  add column settled_at timestamptz,
  add column settled_by text,
  add column note text,
  add constraint stray_callback_settled check (
    (settled_at is null) = (settled_by is null) and (settled_at is null) = (note is null));
