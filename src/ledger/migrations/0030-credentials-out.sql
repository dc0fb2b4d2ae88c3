-- Credentials that the last process could not use for an account: the service refuses the key or
-- the account, or the key's file does not serve. Their buckets pay for nothing.
create table frota.credential_out (
  account_id text not null,
  bucket text not null references frota.quota_bucket (name),
  since timestamptz not null,
  primary key (account_id, bucket)
);
