import { type AnyJob, job } from '@talad/shared/jobs'
import { change } from '@talad/shared/stream'
import type { Deps } from '../../deps.ts'
import { layouts, looks, pages } from '../documents.ts'
import type { DocumentStream, DueJob } from './stream.ts'

const SCHEDULE = 'schedule'

/** Publishes what has waited for its time, unless something else was decided meanwhile. */
function publishing<T>({ of, publishDue }: { of: DocumentStream<T>; publishDue: DueJob }): AnyJob<Deps> {
  return job<{ id: string; scheduled: number }, Deps>(publishDue, {
    run: async ({ id, scheduled }, { deps, now }) => {
      const command = { type: 'PublishDue' as const, scheduled, by: SCHEDULE, now }
      await change(deps, of, id, command)
    },
  })
}

export const publishDueJobs = [publishing(looks), publishing(layouts), publishing(pages)]
