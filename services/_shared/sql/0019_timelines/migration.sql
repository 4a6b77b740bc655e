-- A promoted standby goes on in the same cluster, on a timeline of its own, and uses positions again that its primary had
-- used and sent: so each timeline is an epoch too. null: noted before timelines were. See src/epoch.ts.
alter table kit.epoch add column timeline bigint;

-- Consumer groups that go back, as a promoted standby may not know what its primary had handled.
create table kit.rewind (
  epoch integer primary key,
  back_to timestamptz not null,
  done_at timestamptz
);
