-- Under which bucket each key's requests are counted, so that giving a credential another name
-- cannot give its key a second quota. `mark` means nothing without the installation's secret.
create table frota.credential_key (
  mark text primary key,
  bucket text not null,
  claimed_at timestamptz not null
);
