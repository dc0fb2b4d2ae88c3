/** Where the runner's numbered migrations are; src/database/migrate.ts applies them. */
export const ledgerMigrations = {
  schema: 'frota',
  directory: new URL('../migrations/', import.meta.url),
} as const
