-- When a suspension ends by itself; null: somebody ends it.
alter table suspension add column ends_at timestamptz;

-- MO-14: admins flag by a call of their own.
alter table flag_report drop constraint flag_report_kind_check,
  add constraint flag_report_kind_check check (kind in ('user', 'bot', 'admin'));
