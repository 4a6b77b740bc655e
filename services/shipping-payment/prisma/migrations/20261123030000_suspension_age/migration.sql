-- When each suspension was decided: how late the news of them are, `/readyz` tells.
alter table suspension_replica add column at timestamptz;
