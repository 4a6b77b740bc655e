import { migrate } from '@talad/shared/migrate'
import type { Context } from '../context.ts'
import type { Report } from '../report.ts'

/** `migrate`: brings databases to the newest schema, apart from a start of their services. */
export async function migrateAll(
  context: Context,
  { service, dryRun }: { service?: string; dryRun: boolean },
): Promise<Report> {
  const services = await context.services(service)
  const applied: Record<string, string[]> = {}
  for (const [done, { name, url, loaded }] of services.entries()) {
    context.progress.tell(`migrate ${name}`, done, services.length)
    applied[name] = await migrate(url, loaded.migrations, { dryRun })
  }
  context.progress.tell('migrate', services.length, services.length)
  const lines = Object.entries(applied).map(([name, names]) =>
    names.length === 0 ? `${name}: is up to date` : `${name}: ${names.join(', ')}`,
  )
  const some = Object.values(applied).some((names) => names.length > 0)
  return {
    json: { dryRun, applied },
    lines,
    next:
      dryRun && some
        ? 'the same without --dry-run: each database gets what its line names, in one transaction.'
        : some
          ? 'start or restart the services of the new version.'
          : 'nothing to do.',
  }
}
