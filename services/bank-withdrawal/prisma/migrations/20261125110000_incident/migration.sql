-- BW-16: what a person has to look at, as a code and what was expected and received; words are for who shows it.
alter table withdrawal alter column incident type jsonb using case
  when incident like 'the ledger refused %' then jsonb_build_object('code', 'ledger',
    'expected', (regexp_match(incident, '^the ledger refused (.*): ([^:]*)$'))[1],
    'received', (regexp_match(incident, '^the ledger refused (.*): ([^:]*)$'))[2])
  when incident is not null then jsonb_build_object('code', (regexp_match(incident, '^([a-z]+): '))[1],
    'received', (regexp_match(incident, '^[a-z]+: (.*) in place of '))[1],
    'expected', (regexp_match(incident, ' in place of (.*)$'))[1]) end;
