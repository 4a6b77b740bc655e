import { type JobRow, listJobs, runJobNow } from '@talad/shared/job-admin'
import type { Context } from '../context.ts'
import { BadParameter } from '../faults.ts'
import { duration, type Report, short, table } from '../report.ts'

const when = ({ running, run_at: at }: JobRow, now: number) => {
  if (running) return 'running'
  const ms = at.getTime() - now
  return ms > 0 ? `in ${duration(ms)}` : `due ${duration(-ms)} ago`
}

/** `jobs list`: what waits or runs; what fails comes first. */
export async function showJobs(
  context: Context,
  about: { service?: string; task?: string; failing: boolean; limit: number },
): Promise<Report> {
  const now = Date.now()
  const found: (JobRow & { service: string })[] = []
  for (const { name, db } of await context.services(about.service))
    for (const job of await listJobs(db, about)) found.push({ service: name, ...job })
  found.sort((one, other) => other.failures - one.failures || one.run_at.getTime() - other.run_at.getTime())
  const rows = found.map((job) => [
    ...[job.service, job.task, job.key || "''", when(job, now), String(job.failures)],
    short(job.last_error ?? ''),
  ])
  const failing = found.filter(({ failures }) => failures > 0).length
  return {
    json: {
      jobs: found.map(({ run_at: runAt, last_error: lastError, created_at: createdAt, ...job }) => ({
        ...job,
        runAt,
        lastError,
        createdAt,
      })),
    },
    lines:
      found.length === 0
        ? ['No jobs.']
        : table(['service', 'task', 'key', 'next', 'failures', 'error'], rows),
    next:
      failing === 0
        ? 'nothing to do.'
        : `${failing} fail and are tried again by themselves; when the cause is mended, "jobs retry <service> <task> <key>" has one done now.`,
  }
}

/** `jobs retry`: has a piece of work done now instead of at its time. */
export async function retryJob(
  context: Context,
  about: { service: string; task: string; key: string; dryRun: boolean },
): Promise<Report> {
  const { service, task, key } = about
  const { db } = await context.service(service)
  const named = `${service} ${task} '${key}'`
  if (about.dryRun) {
    const { rows } = await db.query('select 1 from kit.job where task = $1 and key = $2', [task, key])
    if (rows.length === 0) throw new BadParameter('key', `there is no job ${named}`)
    return {
      json: { dryRun: true, service, task, key },
      lines: [`${named} would be due now.`],
      next: 'the same without --dry-run.',
    }
  }
  const outcome = await runJobNow(db, task, key)
  if (outcome === 'unknown') throw new BadParameter('key', `there is no job ${named}`)
  return {
    json: { service, task, key, outcome },
    lines: [outcome === 'due' ? `${named} is due now.` : `${named} is being done just now.`],
    next: `"jobs list --service ${service} --task ${task}" shows it; a job that is done is gone, a recurring one has its next time.`,
  }
}
