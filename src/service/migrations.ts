/** Where the service's numbered migrations are; src/database/migrate.ts applies them. */
export const serviceMigrations = {
  schema: 'service',
  directory: new URL('./migrations/', import.meta.url),
} as const
