import type { Example } from '@talad/gateway/docs/examples'
import type { Endpoint } from '@talad/proto/http/contract'
import type { System } from '../system.ts'
import { adminsCalls, startRecorder, usersCalls } from './recorder.ts'
import { stable } from './stable.ts'
import { walk } from './walk.ts'
import { walkDesks } from './walk-desks.ts'

/** What every call takes and answers, as it happened in a system: first what people did, then what admins did. */
export async function recordExamples({ run, cardSecret }: System): Promise<Record<string, Example>> {
  const begunMs = Date.now()
  const recorded = new Map<string, Example>()
  const during = async <T>(calls: readonly Endpoint[], work: () => Promise<T>): Promise<T> => {
    const recorder = startRecorder(run.gateway, calls)
    try {
      return await work()
    } finally {
      recorder.stop()
      for (const [name, example] of recorder.recorded) recorded.set(name, example)
    }
  }
  const stall = await during(usersCalls, () => walk(run, cardSecret))
  await during(adminsCalls, () => walkDesks(stall))
  return stable(recorded, run, begunMs)
}
