-- ID-19: what somebody asked their Join wallet to send, and to whom
alter table signing_request
  add column transfers jsonb,
  drop constraint signing_request_kind_check,
  add constraint signing_request_kind_check
    check (kind in ('signature', 'approve-tokens', 'approve-nfts', 'contract', 'transfers')),
  add constraint signing_request_transfers_check check ((kind = 'transfers') = (transfers is not null));
