-- What a machine last saw of the ledger's clock, beside its own clock that cannot step. A process that
-- starts later on the same machine sees by it that the ledger's clock jumped while nobody ran.
create table frota.quota_look (
  bucket text not null references frota.quota_bucket (name),
  -- One start of one machine: its uptime counts from there.
  machine text not null,
  uptime_ms double precision not null,
  ledger_at timestamptz not null,
  primary key (bucket, machine)
);
