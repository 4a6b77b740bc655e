import type { AnyJob } from '@talad/shared/jobs'
import type { Common } from './harness.ts'
import { NOW } from './steps.ts'

type Due = { id: bigint; payload: unknown; revision: bigint }

/**
 * Does all pieces of a kind of work that are due, one after the other.
 * @param onFault told of a piece that fails, which stays due; throws where that is not to be expected
 * @returns how many were done
 */
export async function doJobs<D>(
  deps: D & Pick<Common, 'db'>,
  { name, run }: AnyJob<D>,
  onFault: (error: unknown) => void,
  now = NOW,
): Promise<number> {
  const { db } = deps
  const { rows } = await db.query<Due>(
    'select id, payload, revision from kit.job where task = $1 and run_at <= $2 order by run_at, key',
    [name, now],
  )
  let done = 0
  for (const { id, payload, revision } of rows) {
    let again: Date | undefined
    try {
      again = (await run(payload, { deps, now, attempt: 1 })) ?? undefined
    } catch (error) {
      onFault(error)
      continue
    }
    done += 1
    // who was asked for again meanwhile stays as it is
    await (again
      ? db.query('update kit.job set run_at = $3 where id = $1 and revision = $2', [id, revision, again])
      : db.query('delete from kit.job where id = $1 and revision = $2', [id, revision]))
  }
  return done
}
