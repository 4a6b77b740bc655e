-- GW-24: how often a key calls is counted by the gateway, with all other limits.
drop table api_key_use;
