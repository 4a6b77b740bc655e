-- ID-42: answers may hold personal data, so they lie sealed by the Idempotency-Key, which is known to its caller alone.
-- What was kept in the clear goes: a call that is repeated runs again under the id that it had.
update kit.request set
  key = encode(sha256(convert_to(actor || E'\n' || key, 'UTF8')), 'hex'),
  body_hash = encode(sha256(convert_to(key || E'\n' || body_hash, 'UTF8')), 'hex'),
  status = null,
  body = null;
